"""Addresses of the leaderboards."""

from django.urls import path

from ratings import views

app_name = "ratings"

urlpatterns = [
    path("leaderboard/", views.leaderboards, name="leaderboards"),
    path("leaderboard/<str:key>/", views.leaderboard, name="leaderboard"),
]
