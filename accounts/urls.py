"""Addresses of the accounts app; sign-in, sign-up and the rest are allauth's."""

from django.urls import path

from accounts import notice_pages, signing, views

app_name = "accounts"

urlpatterns = [
    path("guest/", views.guest, name="guest"),
    path("name/", views.guest_name, name="name"),
    path("keep/", signing.keep_account, name="keep"),
    path("confirm/<str:key>/", signing.confirm, name="confirm"),
    path("settings/", views.settings, name="settings"),
    path("settings/notices/", notice_pages.choices, name="notice_choices"),
    path("mails/<str:token>/", notice_pages.unsubscribe, name="unsubscribe"),
    path("theme/", views.set_theme, name="theme"),
    path("steps/", views.set_steps, name="steps"),
    path("letters/", views.set_letters, name="letters"),
    path("chat/", views.set_chat, name="chat"),
    path("language/", views.set_language, name="language"),
]
