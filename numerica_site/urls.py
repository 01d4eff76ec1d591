"""Addresses of the site."""

from django.contrib import admin
from django.urls import include, path

from numerica_site import views

urlpatterns = [
    path("", views.home, name="home"),
    path("", include("games.urls")),
    path("people/", include("accounts.urls")),
    path("accounts/sessions/", include("allauth.usersessions.urls")),
    path("accounts/", include("allauth.account.urls")),
    path("staff/", admin.site.urls),
    path("healthz", views.health, name="health"),
]

handler400 = views.bad_request
handler403 = views.forbidden
handler404 = views.not_found
