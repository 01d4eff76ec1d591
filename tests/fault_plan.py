"""The plan of faults: what is done to the site, how much of it, and what no test does yet."""

from typing import NamedTuple


class Fault(NamedTuple):
    """One kind of fault; `missing` is what of the plan no test does yet."""

    what: str
    planned: str
    missing: str = ""


PLAN = {
    "F1": Fault(
        "killed in the middle of many games",
        "300 kills -9 on both databases together, 25,000 acknowledged moves; none lost, doubled or missing",
        "all four games among people: since 29 November 2026 they begin them by turns, here and in F2, F16, F20"
        " and F22; in rows that are older they play Numerica alone, and all four with computers",
    ),
    "F1b": Fault(
        "killed at a chosen point of the work",
        "six points from the lock to the answer, 50 kills at each; stored if and only if committed; what is no move,"
        " before and after its commit: all of it or nothing",
        "what the staff do, and mails to confirm an address: of what is no move nine deeds of guests are tried",
    ),
    "F1c": Fault(
        "time given back after an outage",
        "outages with clocks and deadlines running; nobody loses on time, nobody is given it twice",
    ),
    "F2": Fault(
        "Redis and PostgreSQL stopped, frozen and started again",
        "ten rounds of Redis and six of PostgreSQL while people play; whole within 20 and 5 seconds",
        "each at its planned times is counted in rounds of one process; two processes are cut off once",
    ),
    "F3": Fault(
        "sockets that are cut, and resume",
        "1,000 cuts at any byte through a proxy; all readers see the same in the end",
        "lost, doubled and delayed news to 400 readers: the proxy cuts, and delays, the lines of a few",
    ),
    "F3b": Fault(
        "several pages of one player",
        "two tabs and a phone that move by turns, one of them frozen; all three are equal at last",
        "in browsers, one of which stands still: sockets without a window are tried",
    ),
    "F4": Fault(
        "fifty identical posts at once",
        "500 rounds on both databases together; one is applied, and all get its answer",
    ),
    "F5": Fault(
        "different things at the same moment",
        "5,000 mixed races of moves, endings, offers, seeks, seats, flags and moves taken back",
    ),
    "F6": Fault(
        "clocks that are wrong",
        "a process that is fast, a clock that steps; no flag falls early",
        "a clock of PostgreSQL that is set while two processes serve: tried inside one process and on"
        " SQLite; and a browser whose clock is wrong on a real server",
    ),
    "F7": Fault(
        "who reads slowly, sends slowly or hangs up",
        "100 readers that read nothing, 50 senders of one byte a second; moves stay quick",
    ),
    "F8": Fault(
        "garbage",
        "20,000 frames and requests of garbage; no traceback, no row, no growth",
    ),
    "F10": Fault(
        "who may do what",
        "every address and socket for eight roles: a status, and nothing that is not theirs",
    ),
    "F11": Fault(
        "tiles with faces of their own",
        "every byte that goes to who may not know a tile, in whole games; a build that leaks is found",
        "500 whole games: those of the records are played",
    ),
    "F12": Fault(
        "other tiles hidden",
        "3,000 pairs of games with the same public history give others the same bytes",
        "the timing of answers over a network; inside one process `python -m benchmarks --timing`"
        " compares it, see [performance.md](performance.md)",
    ),
    "F13": Fault(
        "chance on the whole way of a write",
        "5,000 random histories against a second reckoning of points, on both databases",
        "sockets, chat, hints and reviews in the histories; two who write at once (F5 races them)",
    ),
    "F14": Fault(
        "every game replays",
        "10,000 games from their seeds, byte for byte",
        "10,000 games stored by a site; on a site those of the races and kills are replayed",
    ),
    "F15": Fault(
        "the draws are checked",
        "1,000 records found right by a reader of its own, 1,000 with one change found wrong",
        "the reader in the browser at that size: it is tried on single records",
    ),
    "F16": Fault(
        "saved and restored while people play",
        "ten backups while people play, each restored on another PostgreSQL or in another folder and played on,"
        " with every move acknowledged before it began",
        "on a machine of another processor; a copy from PostgreSQL 15 was restored by hand on Debian 13 with"
        " PostgreSQL 17 and Python 3.13, verified and played on, 28 November 2026",
    ),
    "F17": Fault(
        "migrations down and up",
        "each migration with games in play on both databases; nothing is lost",
        "the oldest migrations: of the latest as many as the figures say; how long they lock a table that is large",
    ),
    "F18": Fault(
        "a disk that is full or read-only, a process without free handles",
        "what is acknowledged is stored, the rest is told; it recovers by itself",
    ),
    "F19": Fault(
        "texts that are not valid",
        "200 strings through every field of every form: no fault, no markup",
        "2,000 for each address",
    ),
    "F20": Fault(
        "load, an hour of play, and a day in an hour",
        "400 live games, 1,000 sockets, 20 moves a second for ten minutes; an hour in which nothing grows; a day of the"
        " site's time within an hour",
        "the 400 live games at their whole size, for which two cores are too few: a row above says how long a move costs"
        " the processor. With 120 of them for three minutes (29 November 2026, two cores for all of it) one process on"
        " SQLite could draw as fast as people moved, two on PostgreSQL and Redis could not: moves were told late,"
        " and none was lost; what processes gain in memory over a day: in the second half of the quick hour (30 November"
        " 2026) those that serve still gained 7 and 10 MB (of 173), of the calm one, before the mend of that day, 6 to 9,"
        " and a trace of one had it in what caches keep, each of a bounded size; games that end faster than one"
        " process reviews them: of 17 of four quick pairs and a guest it had made five after seven minutes, and what waits"
        " grows; chances and luck, which wait behind all else, did not keep up in the calm hour either; the hour beside"
        " other work (29 November 2026), in which one post was answered 503 on SQLite; the hurried day on"
        " PostgreSQL, whose time has no hurry, and computers in it",
    ),
    "F22": Fault(
        "faults together",
        "300 rounds of two or three faults under load; whole within 30 seconds, nothing left behind",
        "a disk that is slow",
    ),
    "F23": Fault(
        "nginx in front",
        "connections that are kept, heads without bodies, compression, heads that come byte by byte, addresses"
        " claimed through several proxies",
    ),
}


class Found(NamedTuple):
    """Something that broke: by which fault or by whose eyes, what, and how it was mended."""

    by: str
    what: str
    mended: str


AN_ATTACKER = "an attacker with the source"
A_CHECKER = "a checker of sentences"
A_READER = "a reader of the code who hunts for faults"
A_NEWCOMER = "a newcomer on a phone"
A_TESTER = "somebody with several browsers at once"
A_SPECTATOR = "a spectator on a slow line"
A_LISTENER = "somebody with keys alone, and what a screen reader is given"

FOUND = (
    Found(
        "F1c",
        "many deadlines that were found long after they had passed ended games together",
        "only those games are held back, and end by themselves after a minute without a jump",
    ),
    Found(
        "F6",
        "when the machine's clock was set, who moved in the next three seconds lost the whole bank",
        "nobody is charged for the jump",
    ),
    Found(
        "F7",
        "who sent a request byte by byte held a place for hours; pages that hang kept moves waiting",
        "such a request is cut off after 20 seconds; moves have threads of their own",
    ),
    Found(
        "F18",
        "a process without free handles answered 500 without words",
        "the pages that say so are made at the start",
    ),
    Found(
        "F20",
        "where more people moved than one process can draw, sockets opened later than browsers wait",
        "what takes long to draw has a thread of its own; what sockets look up waits behind none of it",
    ),
    Found(
        "F20",
        "moves waited for one another beside threads that draw, some for seconds",
        "threads take turns every half a millisecond, in place of every five; how much that saves, and what it costs,"
        " is [measured](performance.md#threads-that-take-turns)",
    ),
    Found(
        "F20",
        "on PostgreSQL and Redis each answer of a page of a live game to a ping opened a connection to Redis: beside 40"
        " such games that took a sixth of what both processes used",
        "all who ask share the connections of the process; a test counts them",
    ),
    Found(
        "F10",
        "who was at the staff's pages could read the secret of anybody's second factor there, and the keys"
        " of sessions, and with these could have been anybody",
        "those pages show neither; a second factor can be taken away, for who has lost the device",
    ),
    Found(
        A_SPECTATOR,
        "a review praised a move as the best find that it called a large miss further down",
        "what lost some of the chance to win is no best find",
    ),
    Found(
        "F19",
        "a link to sign in that leads on to an address that nobody can read, `http://[`, was answered with 500",
        "nobody is sent on to such an address",
    ),
    Found(
        "F22",
        "where the disk was full just when a session was to be stored, people were told that theirs had"
        " ended, with 400",
        "they are told that the site is away, with 503, and that they may try again",
    ),
    Found(
        "a restart of one process after the other, behind nginx",
        "posts that are no moves were answered with 503",
        "a process that is told to end takes no new connection and answers what has come",
    ),
    Found(
        AN_ATTACKER,
        "seven requests at once after half a minute of quiet ended the process, and twelve after some"
        " seconds moved every deadline on: threads counted as stuck since their last answer",
        "they count from when all of them are at work",
    ),
    Found(
        AN_ATTACKER,
        "five dropped downloads of somebody's records held the threads of pictures and hints",
        "they are packed in a lane of their own, one for each asker, and end when the reader has gone",
    ),
    Found(
        AN_ATTACKER,
        "each new guest had a new share of the processor, and opening sockets cost nobody anything",
        "guests are charged to their network too; a network opens only a number of sockets a minute",
    ),
    Found(
        AN_ATTACKER,
        "two guests with silent addresses delayed everybody's messages in browsers by a minute",
        "nobody has more than two on their way, and what failed waits behind what did not",
    ),
    Found(
        AN_ATTACKER,
        "guests flooded the staff's desk and the lobby, so that others were not listed",
        "all reports can be read, those of accounts first; the lobby lists guests apart, two of each",
    ),
    Found(
        AN_ATTACKER,
        "somebody with 1,400 running games made single pages cost seconds; strangers made sessions"
        " without end; names that look like the staff's could be had",
        "200 running games at most; a stranger's lessons are a cookie; such names are refused",
    ),
    Found(
        AN_ATTACKER,
        "a move posted again to a long game replayed it under the lock of all writers",
        "it is compared with what is stored first, and replayed before the lock",
    ),
    Found(
        "F1",
        "ten rolling restarts on a busy machine: for a moment nginx avoided both processes, the one that"
        " ended and the one it was just trying again, and people were told that the site is away",
        "each process stands in nginx's file a second time, as `backup`",
    ),
    Found(
        A_CHECKER,
        "43 sentences that claimed more than is so, among them how long a session lasts, what stays of"
        " a deleted account, whose rules are whose, and what a move opened",
        "they say what is so; the staff's log loses the name of who deletes the account, and a session"
        " that is used goes on",
    ),
    Found(
        A_READER,
        "from a position that was set up, a game could begin in which nobody could move, resign or lose on"
        " time; fifty of them, a fortnight later, kept all other deadlines of the site from falling",
        "such a position is refused, and a game that fails stops no other game's deadline",
    ),
    Found(
        A_READER,
        "a game that was given up out of turn before the first move kept its review waiting for ever, and"
        " with it everybody's chances to win",
        "a review without moves is done at once",
    ),
    Found(
        A_READER,
        "an account that the staff closed kept its games until the next restart; the form of a new game"
        " answered 500 to numbers without end",
        "closing gives the games up at once; numbers that are no choice are refused",
    ),
    Found(
        A_READER,
        "who had sat down at an offer for three was led to a game without them, which its owner had begun with"
        " computers instead",
        "their seats are free again, and they are told that the offer was withdrawn",
    ),
    Found(
        A_READER,
        "from the analysis board a game could begin in which one pass ended it, or with more signs than a hand"
        " holds, whose draws counted backwards",
        "turns without a play count on along a line; each kind of tile has its own limit",
    ),
    Found(
        A_READER,
        "a move that goes out was told to lose a game that it wins, by a review and to Mainframe, as what the"
        " other holds was left out; with three players it passed a game away",
        "ends are weighed by what all hold, and by the best of the others",
    ),
    Found(
        A_READER,
        "whose account was closed, and who gets one mail a day, was never told; the link to get no more mails"
        " led to nothing",
        "what the staff did is mailed at once, and the link holds until the account is deleted",
    ),
    Found(
        A_READER,
        "a report about a guest went away when the guest took the games into an account that was reported too;"
        " an account could be given the guest's name; a corrected time of the staff was dropped without words",
        "what was told is kept together; such a name is not given back; another time is another action",
    ),
    Found(
        A_READER,
        "a name that the staff had replaced came back to an account that was deleted just when that was undone",
        "what is undone is read after whoever holds the person is done",
    ),
    Found(
        A_READER,
        "a game that ended while another was annulled left a rating that was wrong for good",
        "whose standings are held is looked at again, until nobody is left out",
    ),
    Found(
        A_READER,
        "three pairs of things, done in one moment on PostgreSQL, waited for each other: an annulment undone and an"
        " account deleted, a game reopened and its rematch accepted or its review done",
        "people, offers and games are held in one order; four races in the tests",
    ),
    Found(
        A_READER,
        "pages of television turned to the next game one by one, and who left meanwhile stayed in its room for good",
        "all turn at once, and who has left joins nothing",
    ),
    Found(
        A_READER,
        "when a closing was undone and one of the games could not go on, it and the others never could",
        "each is tried by itself, and the desk offers it again",
    ),
    Found(
        A_READER,
        "in the last turn of Numeria without a trope all levels passed a win by, and a review called it a miss",
        "M10 is part of what a move is worth",
    ),
    Found(
        A_READER,
        "luck of a pass in Digifeud was reckoned against signs that could not come",
        "what went back before the draw is in the bag",
    ),
    Found(
        A_TESTER,
        "of two who paired, or wanted a rematch, in one moment one stayed behind while the clocks ran",
        "a page that comes just then leads on",
    ),
    Found(
        A_TESTER,
        "without script the page of a refused move asked for its own address after five seconds: 405, and no way back",
        "it stays as it is",
    ),
    Found(
        A_NEWCOMER,
        "on the analysis board a tile set by hand showed its face twice",
        "once; a test in the browser reads the faces",
    ),
    Found(
        A_READER,
        "the bell missed what came between the drawing of a page and its line, and what Redis lost; a message to the"
        " browser was dropped as if the page had told it",
        "who comes is told, each heartbeat counts, and a message is dropped only when a page has told it",
    ),
    Found(
        A_READER,
        "on PostgreSQL one account had several names for the limits on wrong passwords, where a capital of another"
        " alphabet becomes a small i",
        "no name has such letters, so none is looked up",
    ),
    Found(
        A_READER,
        "a deleted account could still appeal, and was written notices and mails about it",
        "its links lead nowhere, and its row is held when an appeal is stored",
    ),
    Found(
        A_READER,
        "the session of a lost device passed the second factor again as soon as the owner had set up a new one",
        "only a code from after that counts, and freeing somebody of the factor ends the sessions",
    ),
    Found(
        A_READER,
        "as the documents started daphne, each visitor could make up an address for the limits where one setting was"
        " forgotten",
        "it is started without the option that believes them",
    ),
    Found(
        A_READER,
        "a request that named a codec like rot13 as its character set, and a cookie with letters that no header"
        " takes, were answered 500",
        "415 for all but UTF-8; such a cookie is passed over",
    ),
    Found(
        A_READER,
        "of more than thirty notices the mail of the day told thirty, and the others were told nowhere",
        "it says how many more there are, and leads to them",
    ),
    Found(
        A_READER,
        "twenty refused tries of strangers at a puzzle shut out the guests of a whole network",
        "what made no guest uses none up",
    ),
    Found(
        A_CHECKER,
        "a review blamed a move for an answer although the better move would have left one worth as much",
        "the most that could be answered then is sought, and told",
    ),
    Found(
        A_CHECKER,
        "chances on the analysis board said that they may be off by 1 % where they were off by 12",
        "the doubt in what a reply usually earns is in the figure, and it rests on all imagined racks",
    ),
    Found(
        A_CHECKER,
        "a review told a longer line without its blanks, and luck as if it were exact",
        "blanks are named there, too; two standard errors stand behind luck ([reviews-read.md](reviews-read.md))",
    ),
    Found(
        A_NEWCOMER,
        "without script the board was gone on upright screens of 560 to 1100 pixels",
        "a test looks at its size",
    ),
    Found(
        A_READER,
        "after a closing was undone, the desk offered for good to let games go on that the person had given up later",
        "only what ended before it was undone goes on",
    ),
    Found(
        A_READER,
        "of a private game of three, who did not want the rematch was told of it, and its address, when somebody else took the seat",
        "a private rematch is shown and answered to those alone who play in it",
    ),
    Found(
        A_READER,
        "who asked for a hint, made any move, took it back and played what was told had it praised as a find of their own",
        "what takes a move back passes the hint on",
    ),
    Found(
        A_READER,
        "a seat that was kept for somebody whose account the staff closed could be taken by nobody: the table never began",
        "it is free, and an offer for two is declined, which the inviter is told",
    ),
    Found(
        A_READER,
        "a page that slept, or missed the nudge, while the staff let its game go on stayed at the ending while the"
        " clock ran",
        "it says on coming back what it shows, each heartbeat looks, and it loads again",
    ),
    Found(
        A_READER,
        "with a hundred other notices unread, who opened a table had not read the one about it",
        "beyond what the bell counts, what a page is about is asked for by itself",
    ),
    Found(
        A_READER,
        "at a table of three a resignation was refused when another's flag had just fallen",
        "the flag falls, and the resignation counts",
    ),
    Found(
        A_READER,
        "a guest of two days who became an account said words of its own at once, though an account waits a day",
        "an account begins when the guest becomes it",
    ),
    Found(
        A_READER,
        "in a game against a computer that went on by the staff, a drafted move was judged by the position of its ending",
        "what is kept of a position is kept for a game that is over or for one that runs",
    ),
    Found(
        "a checker of records",
        "`replay` of a record with two faults told the later one, where that was a line that cannot be read",
        "the moves are played down to that line first",
    ),
    Found(
        A_READER,
        "who deletes an account that had only claimed an address ended the sign-up of the person whose it is",
        "an address that was never confirmed ends nothing",
    ),
    Found(
        A_READER,
        "who was freed of a lost second factor kept its recovery codes, and one of them passed the next factor",
        "they go with the factor",
    ),
    Found(
        A_READER,
        "the log of the administration kept an address of an account that was deleted",
        "it is logged with the person, and goes with the account",
    ),
    Found(
        A_READER,
        "whom a block parted from a new follower was mailed that somebody follows",
        "the notice counts as read once either blocks",
    ),
    Found(
        A_READER,
        "`resign` as an answer in a lesson was a 500 in Numeria, and elsewhere could count as done",
        "only a move is an answer",
    ),
    Found(
        A_READER,
        "a crafted form that emptied the analysis board and asked about it was answered 500",
        "what is missing is told",
    ),
    Found(
        A_READER,
        "a small miss of the chance to win counted as solved by the move that had been the miss",
        "a try must lose less than the miss did",
    ),
    Found(
        A_READER,
        "where the engine runs uncompiled a search of many sides could raise, and a computer's move with it",
        "the list is read after what may make it longer; a game of Equate that did is a test",
    ),
    Found(
        A_READER,
        "a review of Equate knew no play without an equality that goes out with more than four tiles, or a blank among four: of one pass it told 12 points lost instead of 366",
        "such plays are a form of the search",
    ),
    Found(
        A_LISTENER,
        "`n` led through the moments of a review by new pages, to a block without a name",
        "the moments come without a new page, and the block has a name",
    ),
    Found(
        A_LISTENER,
        "an error of the analysis board was not tied to its field, and had no focus",
        "it is tied to it and has the focus, as in the forms of accounts",
    ),
    Found(
        A_LISTENER,
        "at the board a laid tile and a changed direction were not said, and a line at the edge was refused as taken",
        "each is said; the edge is told as the edge",
    ),
    Found(
        A_READER,
        "what happened while the page of the lobby or of an invitation opened was lost to it: whose seek was just"
        " accepted stayed at the waiting page while the clock ran",
        "a socket is open before it is told anything, and the lobby welcomes who has just come",
    ),
    Found(
        A_READER,
        "whom somebody blocked while the lobby was being drawn stayed on the open page",
        "a page whose reader meets others by then is shown all again",
    ),
    Found(
        A_READER,
        "a guest's block that came along into an account left two at one open table who do not meet: nobody could"
        " take its last seat",
        "they are parted as by a block, and open pages are told",
    ),
    Found(
        A_READER,
        "who drafted while the answer to a move was late lost the draft, or read that the server did not answer though"
        " the move stood on the board",
        "what was sent is known until it is answered or shown; what was drafted since belongs to a later move",
    ),
    Found(
        A_READER,
        "a page behind another tab never connected again after the network was away, and one that was woken twice at"
        " once kept two sockets: the lobby listed each new offer twice",
        "the network's return wakes hidden pages, too; the second socket closes the first",
    ),
    Found(
        A_READER,
        "on the analysis board what was set up was lost by a reload, and a bracket that was not meant took every key",
        "the address follows what is set up; what gives a bracket up, or leaves the square, ends it",
    ),
    Found(
        A_READER,
        "a line typed down to the lower edge was told as taken, and Backspace lifted one tile of it",
        "the way of the last tile holds at the edge",
    ),
    Found(
        A_READER,
        "as long as any page of somebody was open, perhaps in a forgotten tab, no mail and no message told that a game's"
        " time ran out",
        "that is sent in any case",
    ),
    Found(
        A_READER,
        "who lets nobody see their games had ways to the last rated ones and to those of the best plays on their page",
        "the plays are shown without ways, and the table without links",
    ),
    Found(
        A_READER,
        "with two processes a player who still had the table open at the other was kept as absent, and counted as such"
        " once that one was killed",
        "all processes are asked first",
    ),
    Found(
        A_READER,
        "who signed out left address and browser behind; after a change of the secret key a session stood in no list,"
        " so that closing the account did not end it",
        "a row of the list goes with its session, and follows a new key",
    ),
    Found(
        A_READER,
        "`?sslmode=verify-full` in the address of PostgreSQL was dropped, by copies too; a worker took any certificate of"
        " Redis",
        "both are checked; tests meet servers without one, and with one of nobody knows whom",
    ),
    Found(
        A_READER,
        "two backups of one name at once wrote into one file; with a wrong folder an empty database was made, and copied",
        "each has a folder of its own, and of no database there is no copy",
    ),
    Found(
        A_READER,
        "`NUMERICA_TICKER=`, left empty, stopped all deadlines and mails without a word, and `NUMERICA_LIMITS=` all limits",
        "what is empty counts as not set",
    ),
    Found(
        A_TESTER,
        "without script, who was refused and then chose another language came to 405; the computer that was chosen on the"
        " analysis board went back to the usual one",
        "the way back is the page that the post came from; what is chosen goes along",
    ),
    Found(
        A_TESTER,
        "with the browser's letters at twice the size lines lay over one another, and the first page was wider than a"
        " phone",
        "the height of lines grows with the letters, and a test measures it",
    ),
    Found(
        A_READER,
        "`SITE_URL=HTTPS://…`, in capitals, served a site without secure cookies and without confirmed addresses;"
        " with a capital in its host no socket opened",
        "it is taken as browsers write it, and what is no address of a site starts nothing",
    ),
    Found(
        A_READER,
        "with Celery's workers a review or an analysis whose storing met a long lock waited for an hour, and after"
        " three such tries a move was left out",
        "another worker goes on when the claim has ended, after some seconds",
    ),
    Found(
        A_READER,
        "`backup` copied an empty database, as any command makes one in a wrong folder, and said that all was well",
        "of a database without tables there is no copy",
    ),
    Found(
        A_READER,
        "a record could write over the verdict of `check_draws.py` on a terminal, and make `ok` of it",
        "what cannot be printed is shown as ?",
    ),
    Found(
        A_READER,
        "who asked at the very moment when a server was told to end got no answer: daphne cancels what it has in hand",
        "it is told to stop only when all has been answered",
    ),
    Found(
        A_READER,
        "`/readyz` said ok of a process whose migrations were not applied",
        "it says that they are not, until they are",
    ),
    Found(
        A_READER,
        "what PostgreSQL quotes of a row, as an address of mail, stood in the log with a fault",
        "of what a database says the first line is logged",
    ),
    Found(
        A_TESTER,
        "with letters of twice the size, tables of figures were wider than a phone: of misses, reviews, last games and"
        " kinds of notices",
        "they are scrolled in boxes of their own, by the keyboard too; the page stands still",
    ),
    Found(
        A_READER,
        "who was in a run of practice on one device, and took along a guest who had begun a later run on another within"
        " the same three minutes, found the guest's run in its place",
        "the run with more answers goes on, of two alike that of the account; both are kept",
    ),
    Found(
        A_TESTER,
        "on the analysis board without script, who was refused and then chose another language came to an empty board",
        "the way back is the address of what was set up",
    ),
    Found(
        A_READER,
        "a swap that was made, but whose answer was lost, stayed in the line when the page came to know of it together"
        " with the next move: it could be sent once more",
        "what was sent is over once the game is past it",
    ),
    Found(
        A_READER,
        "two presses of Accept at once, of a newcomer without script, made two guests: one had the seat, the browser was"
        " the other",
        "who sends again before there was an answer is the same guest; so it is with all that makes one of a newcomer",
    ),
    Found(
        "F20",
        "in the quick hour (30 November 2026) both processes still gained memory in its second half, those that serve 13"
        " and 14 MB, those that think 20 and 22: they held whatever they had room for, moves and drawings of games long"
        " over, and each line that was ever judged",
        "what nobody has asked for in ten minutes is forgotten, and a sixteenth as many judged lines are kept",
    ),
)
"""What the plan and fresh eyes broke, the first time each."""


class Left(NamedTuple):
    """Something that was found and is not mended: by whose eyes, what, and why not yet."""

    by: str
    what: str
    why: str


LEFT = (
    Left(
        A_CHECKER,
        "the best find of a review passes over plays made when going out would have given points, and over those beside"
        " which it is not proven that nothing earns more; the list of best plays may have two where nearly all plays"
        " are alike",
        "it says only what is certain; a longer search for the list would take from everybody's reviews",
    ),
    Left(
        A_NEWCOMER,
        "the same phrase pressed twice in the chat within some seconds stands there once, without a word",
        "a post that is sent again after a cut line must not say it twice; the two cannot be told apart",
    ),
    Left(
        A_TESTER,
        "an answer of a daily equation or of a run that was refused stays in the history: the way back asks to send it again",
        "it keeps what was typed without script; with script it would be a second way",
    ),
    Left(
        A_TESTER,
        "who comes back to the lobby from a search and is met within five seconds is not led to the game from there",
        "the page of the search leads on, the lobby has no news of single readers",
    ),
    Left(
        A_NEWCOMER,
        "the costliest moves of a review tell the answer before one can try",
        "who reads a review wants it in most cases; a choice to hide it is not made",
    ),
    Left(
        A_NEWCOMER,
        "on a phone, labels of the board's edge lie under the tiles of its corners",
        "there is no margin for them; those beside them are seen, and every square says its name",
    ),
    Left(
        A_READER,
        "a process that ends waits for mails on their way, and with a mail server that hangs they may be lost",
        "mails of games wait in the database; these are the links of accounts, which can be asked for again",
    ),
    Left(
        A_READER,
        "who waits at a live table without script cannot claim that the other is away",
        "that somebody is there is known by sockets alone; the other's time runs out all the same",
    ),
)
