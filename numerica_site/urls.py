"""Addresses of the site."""

from allauth.account.decorators import secure_admin_login
from django.contrib import admin
from django.contrib.sitemaps.views import sitemap
from django.urls import include, path

from accounts import signing
from numerica_site import account_pages, metadata, outages, views

# The staff sign in like everybody: a second form would be one without limits.
admin.site.login = secure_admin_login(admin.site.login)  # type: ignore[method-assign]

urlpatterns = [
    path("", views.home, name="home"),
    path("about/", views.about, name="about"),
    path("@<slug:name>/", views.profile, name="profile"),
    path("@<slug:name>/records/", account_pages.records, name="records"),
    path("", include("games.urls")),
    path("", include("ratings.urls")),
    path("people/data/", account_pages.data, name="account_data"),
    path("people/export/", account_pages.export, name="export"),
    path("people/games/", account_pages.take_along, name="take_along"),
    path("people/delete/", account_pages.delete_account, name="delete_account"),
    path("people/", include("accounts.urls")),
    # These come first: they keep from the library's pages who has no business there.
    path("accounts/login/", signing.sign_in, name="account_login"),
    path("accounts/signup/", signing.sign_up, name="account_signup"),
    path("accounts/email/", signing.addresses, name="account_email"),
    path("accounts/password/change/", signing.change_password, name="account_change_password"),
    path("accounts/password/set/", signing.set_password, name="account_set_password"),
    path("accounts/sessions/", include("allauth.usersessions.urls")),
    path("accounts/", include("allauth.account.urls")),
    path("staff/", admin.site.urls),
    path("healthz", outages.health, name="health"),
    path("readyz", outages.readiness, name="readiness"),
    path("manifest.webmanifest", metadata.manifest, name="manifest"),
    path("picture.png", metadata.picture, name="picture"),
    path("favicon.ico", metadata.favicon),
    path("robots.txt", metadata.robots),
    path("sitemap.xml", sitemap, {"sitemaps": {"pages": metadata.Pages}}, name="sitemap"),
]

handler400 = views.bad_request
handler403 = views.forbidden
handler404 = views.not_found
handler429 = views.too_many
handler500 = outages.broken
