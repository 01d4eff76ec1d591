"""What the site stores, as its page of privacy says it: every table, every column, every cookie.

A test compares this with the tables and cookies that there are, so that nothing is kept untold.
"""

from collections.abc import Mapping
from typing import NamedTuple

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

Columns = Mapping[str, str]
"""The columns of tables, by the table's label: names of fields, with spaces between."""


class Kept(NamedTuple):
    """What is kept for one purpose: what it is, who sees it, how long it stays, and where it is."""

    name: str
    heading: Promise
    what: Promise
    seen_by: Promise
    how_long: Promise
    columns: Columns


ABOUT_PEOPLE = (
    Kept(
        "account",
        _("Your account"),
        _(
            "Your name, your e-mail address if you gave one, a hash of your password, when you"
            " signed up and last signed in, and your settings. A guest has a name and settings."
        ),
        _(
            "Your name, and the month in which you signed up, are public. The rest is for you;"
            " those who run the site can look it up."
        ),
        _(
            "Until you delete the account. Then a row without name, address and settings stays,"
            " because games hang on it."
        ),
        {
            "accounts.User": "id username password email first_name last_name date_joined"
            " last_login is_guest is_computer is_active is_staff is_superuser groups"
            " user_permissions shows_games shows_history plays_privately shows_presence"
            " is_named_watching refuses_guests is_offered_puzzles reads_chat language read_in"
            " gets_digest called_by",
            "accounts.User_groups": "id user group",
            "accounts.User_user_permissions": "id user permission",
            "account.EmailAddress": "id user email verified primary",
            "account.EmailConfirmation": "id email_address created sent key",
        },
    ),
    Kept(
        "sign-up",
        _("A sign-up that is not confirmed"),
        _("The name, the address and the hash of the password that were typed."),
        _("Nobody; those who run the site can look it up, without the password."),
        _("Until the address is confirmed, three days at most."),
        {"accounts.PendingSignup": "id name email password guest created_at expires_at"},
    ),
    Kept(
        "sessions",
        _("Where you are signed in"),
        _("For each sign-in the network address and the browser it came from, and when."),
        _("You, on the page Sessions; those who run the site can look it up."),
        _("Until you sign out there; unused, for 90 days at most."),
        {
            "sessions.Session": "session_key session_data expire_date",
            "usersessions.UserSession": "id user created_at ip last_seen_at session_key user_agent"
            " data",
        },
    ),
    Kept(
        "second-factor",
        _("Your second factor"),
        _(
            "The key that your app makes codes from, and the seed of your recovery codes, if you"
            " set up a second factor."
        ),
        _("You, while you set it up."),
        _("Until you switch it off or delete your account."),
        {"mfa.Authenticator": "id user type data created_at last_used_at"},
    ),
    Kept(
        "games",
        _("Your games"),
        _(
            "Every move with the time it took, the tiles that were drawn, the scores, whether hints"
            " were taken and more time was asked for."
        ),
        _(
            "Everybody, unless a game is private: then its players. Tiles not played yet are for "
            "their holder until the game is over."
        ),
        _("For good. When you delete your account they stay without your name."),
        {
            "games.Game": "id key options rated is_private unrated_because time_control clock seed"
            " deals_first_play state ply turn turn_began_at deadline_at started_at changed_at"
            " ended_at annulled_at best_score termination is_imported initial_state origin"
            " origin_ply rematch_of reminder_at",
            "games.Player": "id game user name seat score offers_draw asks_time times_given"
            " hints_taken last_hint stuck_ply rank ended_at",
            "games.PlayedMove": "id game ply seat text points detail played_at is_hinted"
            " milliseconds",
        },
    ),
    Kept(
        "invitations",
        _("Invitations and seeks"),
        _("Who invites, who has accepted, and the settings of the game."),
        _("Who has the link; everybody in the lobby, if the invitation is for anyone."),
        _(
            "Open ones for 14 days at most. What led to a game stays with it; the others go 60 days"
            " later, or when you delete your account, if nobody else has sat down there."
        ),
        {
            "games.Invitation": "id key options rated time_control inviter rematch_of is_listed"
            " is_private is_quick status created_at expires_at seen_at game",
            "games.InvitationSeat": "id invitation seat user accepted_at seen_at",
        },
    ),
    Kept(
        "reviews",
        _("Reviews, and misses you tried again"),
        _("What the computer found for each move, and which of your misses you have solved."),
        _("A review: who sees the game. Your tries: you."),
        _("A review as long as the game; your tries until you delete your account."),
        {
            "games.Review": "game edition is_among_people moves asked_at held_until done_at",
            "games.ReviewedMove": "id review ply seat loss kind puzzle detail",
            "games.DeepReview": "review edition moves asked_at held_until done_at",
            "games.WeighedMove": "id deep ply seat lost chances worth others draws squares",
            "games.TriedMiss": "id game ply user tried_at solved_at repeats due_at",
        },
    ),
    Kept(
        "fair-play",
        _("Fair play in rated games"),
        _(
            "Of each rated game against people, when it is over and reviewed: how many of your"
            " plays were the best ones, the quartiles of the time your moves took, and your rating"
            " before it. If your share stands out far among people of your strength, that is a"
            " hint. Only games that are over are looked at, and numbers alone: no browser and no"
            " program is watched."
        ),
        _(
            "You, in your archive; a hint is seen by those who run the site, with these games. It"
            " is no verdict: people look at it before anything is done."
        ),
        _("As long as the game, or until you delete your account, if that is sooner."),
        {
            "games.FairPlay": "id review user key rating judged best lower median upper",
            "games.FairPlayHint": "id user key found_at up_to is_open games_needed",
        },
    ),
    Kept(
        "lessons",
        _("What you have learned"),
        _("Which steps of the lessons you have done, and when."),
        _("You."),
        _(
            "Until you delete your account. Before you play or sign in, in a cookie of your browser"
            " alone."
        ),
        {"games.LearnedStep": "id user key step learned_at"},
    ),
    Kept(
        "daily",
        _("Your tries at the puzzles of the days"),
        _("Each play you tried, what it reached and when, and which answers you were shown."),
        _("You; of the answers of a day everybody sees how many reached what, and no name."),
        _("Until you delete your account."),
        {
            "games.DailyTry": "id user series day number move points percent is_in_time tried_at",
            "games.SeenAnswer": "id user series day seen_at",
        },
    ),
    Kept(
        "practice",
        _("What you practise"),
        _(
            "Your first answer to each position and when, what you are rated at them in each game,"
            " and your runs. Of a position it is counted how many solved it, without names."
        ),
        _("You."),
        _("Until you delete your account."),
        {
            "games.PracticeRating": "id user key rating deviation volatility tried solved"
            " changed_at",
            "games.PracticeTry": "id user key exercise asked has_said_yes theme move is_solved"
            " rating change tried_at",
            "games.PracticeRun": "id user key exercises results solved begun_at",
        },
    ),
    Kept(
        "chat",
        _("What you say at tables"),
        _("Each line with its table, its room and the time."),
        _(
            "In the players’ room the players, in the other everybody who watches; not those you "
            "block or who block you. Those who run the site, if somebody reports it."
        ),
        _("For 90 days; until you delete your account, if that is sooner."),
        {
            "games.ChatRoom": "id game room last_number",
            "games.ChatLine": "id game room number author phrase text said_at",
        },
    ),
    Kept(
        "people",
        _("Whom you follow or block, and your notes"),
        _("Who follows whom, who has blocked whom, since when, and what you wrote about somebody."),
        _(
            "Whom you follow learns it; whom you block does not, and nobody else. Your notes are"
            " read by you alone."
        ),
        _("Until you undo it or either of you deletes the account."),
        {
            "accounts.Follow": "id follower followed created_at",
            "accounts.Block": "id blocker blocked created_at",
            "accounts.Note": "id writer about text changed_at",
        },
    ),
    Kept(
        "notices",
        _("Notices"),
        _("What you were told, about which game, invitation or person, and whether you read it."),
        _("You."),
        _("For 60 days; until you delete your account, if that is sooner."),
        {
            "accounts.Notice": "id recipient kind subject game invitation person happened_at"
            " read_at",
        },
    ),
    Kept(
        "mails",
        _("Mails to you"),
        _(
            "Which kinds of notices you want by mail, and of each mail its kind, what it was about,"
            " when it went and whether your mail server took it. Not its text."
        ),
        _("You; those who run the site can look it up. Your mail provider sees the mail itself."),
        _(
            "What you chose: until you delete your account. Mails: for 14 days after they went;"
            " until you delete your account, if that is sooner."
        ),
        {
            "accounts.NoticeChoice": "id user kind channel is_on",
            "accounts.Mail": "id recipient kind subject happened_at message_id due_at attempts"
            " outcome ended_at",
        },
    ),
    Kept(
        "pushes",
        _("Browsers that are told what happens"),
        _(
            "If you turned that on: the address and the keys that the browser gave out for it, its"
            " language, and what waits to be sent. The maker of the browser passes the messages on"
            " and cannot read them."
        ),
        _("You; those who run the site can look it up."),
        _(
            "Until you turn it off or sign out there, or the browser is gone. What waits:"
            " two hours at most."
        ),
        {
            "accounts.PushSubscription": "id user endpoint p256dh auth language session_key made_at"
            " failures",
            "accounts.PushMessage": "id subscription notice due_at attempts",
        },
    ),
    Kept(
        "reports",
        _("Reports"),
        _(
            "Whom you have reported, why, in which words, and what was said at the table, as it was"
            " then."
        ),
        _("You, in your archive, and those who run the site; not whom you report."),
        _(
            "Until you or whom it is about deletes the account; what was said, for 90 days after"
            " the report was closed."
        ),
        {
            "accounts.Report": "id reporter about opened_at changed_at closed_at closed_by",
            "accounts.ReportEntry": "id report reason words game lines made_at",
        },
    ),
    Kept(
        "actions",
        _("What was done about you"),
        _(
            "Warnings, silences, suspensions and the like, by whom and why, and your appeals; also"
            " why a hint about you was put aside."
        ),
        _("You, but not by whom it was done; those who run the site."),
        _("For good. When you delete your account the words go, and the row stays unnamed."),
        {
            "accounts.Action": "id person moderator kind reason detail game made_at until lifts",
            "accounts.Appeal": "id action words made_at answer answered_at answered_by",
        },
    ),
    Kept(
        "ratings",
        _("Ratings"),
        _("Your ratings with their course, how many games you won, and your best plays."),
        _("Everybody; the course of your ratings, unless your settings hide it."),
        _("Until you delete your account; what changed your opponents’ ratings stays unnamed."),
        {
            "ratings.Standing": "id user key rating total_score rated_games last_rated_at games"
            " wins ties losses points best_score bingos",
            "ratings.RatingChange": "id game user key before k expected result after match_score"
            " changed_at",
            "ratings.Highlight": "id user key kind value game ply",
        },
    ),
    Kept(
        "staff",
        _("What those who run the site do"),
        _("Each change that is made by hand in the site’s administration: by whom, to what, when."),
        _("Those who run the site."),
        _("For good."),
        {
            "admin.LogEntry": "id action_time user content_type object_id object_repr action_flag"
            " change_message",
        },
    ),
)

ABOUT_NOBODY: Columns = {
    "accounts.GoneReports": "id year opened closed",
    "games.Analysis": "name key state answer asked_at held_until done_at",
    "games.ExerciseRating": "id key exercise rating deviation volatility tried solved",
    "auth.Group": "id name permissions",
    "auth.Group_permissions": "id group permission",
    "auth.Permission": "id name content_type codename",
    "contenttypes.ContentType": "id app_label model",
    "games.Heartbeat": "id last_at steady_since held_back_since returned_at outages",
    "games.Outage": "id began_at ended_at deadlines_moved",
}
"""Tables that hold nothing about people: how many reports went with accounts, rights there are,
positions that were analysed without who asked, and when the site was away."""


class Cookie(NamedTuple):
    """A cookie by its name, without the prefix it has in production; and what it is for."""

    name: str
    what: Promise


COOKIES = (
    Cookie("sessionid", _("keeps you signed in, also as a guest; 90 days")),
    Cookie("csrftoken", _("shows that a form came from this site; one year")),
    Cookie("messages", _("holds a sentence for the next page; until it is shown")),
    Cookie("device", _("knows this browser again when you sign in here; one year")),
    Cookie("language", _("your language; one year")),
    Cookie("theme", _("light or dark; one year")),
    Cookie("steps", _("whether a move is confirmed; one year")),
    Cookie("letters", _("whether single letters are keys; one year")),
    Cookie("chat", _("that the chat is switched off, for who is not signed in; one year")),
    Cookie("lessons", _("that lessons are not offered; one year")),
    Cookie("learned", _("how far a stranger is in the lessons; one year")),
    Cookie("hidden-chats", _("at which tables the chat is hidden; 120 days")),
)
