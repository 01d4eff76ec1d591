"""Addresses of the site."""

from django.conf import settings
from django.contrib import admin
from django.contrib.sitemaps.views import sitemap
from django.urls import URLPattern, URLResolver, include, path

from accounts import signing
from numerica_site import (
    account_pages,
    desk_pages,
    metadata,
    outages,
    people_pages,
    report_pages,
    views,
)

staff_pages: list[URLPattern | URLResolver] = [
    path("desk/", desk_pages.index, name="desk"),
    path("desk/<int:pk>/", desk_pages.person, name="desk_person"),
    path("desk/<int:pk>/act/", desk_pages.act, name="desk_act"),
    path("desk/<int:pk>/answer/", desk_pages.answer_reports, name="desk_answer_reports"),
    path("desk/hints/<int:pk>/aside/", desk_pages.put_aside, name="desk_put_aside"),
    path("desk/actions/<int:pk>/lift/", desk_pages.lift, name="desk_lift"),
    path("desk/appeals/<int:pk>/answer/", desk_pages.answer_appeal, name="desk_answer_appeal"),
    path("staff/", admin.site.urls),
]

urlpatterns = [
    path(settings.STAFF_PATH, include(staff_pages)),
    path("", views.home, name="home"),
    path("about/", views.about, name="about"),
    path("conduct/", views.conduct, name="conduct"),
    path("privacy/", views.privacy_page, name="privacy"),
    path("transparency/", report_pages.transparency, name="transparency"),
    path("actions/<str:token>/", report_pages.action, name="action"),
    path("@<slug:name>/", views.profile, name="profile"),
    path("@<slug:name>/records/", account_pages.records, name="records"),
    path("@<slug:name>/follow/", people_pages.follow, name="follow"),
    path("@<slug:name>/unfollow/", people_pages.unfollow, name="unfollow"),
    path("@<slug:name>/block/", people_pages.block, name="block"),
    path("@<slug:name>/unblock/", people_pages.unblock, name="unblock"),
    path("@<slug:name>/report/", report_pages.report, name="report"),
    path("@<slug:name>/note/", people_pages.note, name="note"),
    path("", include("games.urls")),
    path("", include("ratings.urls")),
    path("people/", people_pages.search, name="people"),
    path("people/report/", report_pages.report_at, name="report_at"),
    path("people/following/", people_pages.following, name="following"),
    path("people/followers/", people_pages.followers, name="followers"),
    path("people/blocked/", people_pages.blocked, name="blocked"),
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
    path("accounts/2fa/", signing.second_factor, name="mfa_index"),
    path("accounts/2fa/totp/activate/", signing.set_up_second_factor, name="mfa_activate_totp"),
    path("accounts/2fa/", include("allauth.mfa.urls")),
    path("accounts/sessions/", include("allauth.usersessions.urls")),
    path("accounts/", include("allauth.account.urls")),
    path("healthz", outages.health, name="health"),
    path("readyz", outages.readiness, name="readiness"),
    path("manifest.webmanifest", metadata.manifest, name="manifest"),
    path("picture.png", metadata.picture, name="picture"),
    path("favicon.ico", metadata.favicon),
    path("robots.txt", metadata.robots),
    path(".well-known/security.txt", metadata.security),
    path("sitemap.xml", sitemap, {"sitemaps": {"pages": metadata.Pages}}, name="sitemap"),
]

handler400 = views.bad_request
handler403 = views.forbidden
handler404 = views.not_found
handler429 = views.too_many
handler500 = outages.broken
