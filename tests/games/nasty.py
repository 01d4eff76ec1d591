"""Two hundred strings that are no move: markup, odd Unicode, numbers, paths, almost-moves."""

_WHOLE = [
    "", " ", "\t", "\n", "\r\n", "\0", "\x01\x02", "\x7f", "\ufeff", "\ufffd", "\u2028", "\u2029",
    "'", '"', "`", "\\", "/", "%", "%00", "%s", "%n", "%(bag)s", "%d%d", "{}", "{0}", "${7*7}", "{{7*7}}",
    "{% csrf_token %}", "<b>", "</script>", "<!--", "]]>", "&amp;", "&#0;", "javascript:alert(1)",
    "' OR 1=1 --", '"; DROP TABLE games_game; --', "1; SELECT 1", "../../etc/passwd", "C:\\", "file:///",
    "http://[", "//evil.example", "null", "None", "undefined", "NaN", "Infinity", "-0", "true", "False",
    "__import__('os')", "lambda: 0", "[]", "[[]]", "()", "1" * 119, "9" * 2000, "(" * 100, "[" * 119,
    "🙂", "👩‍👩‍👧", "ﷺ", "𝟠𝔽", "٨", "８Ｆ １＋１＝２", "ß", "İ", "ı", "ﬀ", "e\u0301", "\u0301" * 50,
    "\u202e8F", "\u200f", "\u200b", "\u00a0", "\u3000", "\u180e", "\ud7ff", "\ue000", "\U0010ffff", "Ω", "½", "²",
    "Pass", "PASS", "pass pass", "pass 1", "passé", "pass\0", "pass.", "ｐａｓｓ", "resign!", "Resign", "RESIGN",
    "resign 1", "resign\n\n1", "time", "aborted", "agreement", "Time", "swap", "swap ", "Swap 3", "swap3", "swap .",
    "swap ..", "swap [", "swap []", "swap ]", "swap [3", "swap \0", "swap 🙂", "swap ٣", "swap a", "swap 3a", "swaps 3",
    "c3-f6", "c3-f6 x c6-f6", "e2e4", "O-O", "1.e4", "8F<", "8F< 3", "F8<", "8F<< 3=3", "?", "??", "?5", "? 5",
    "8", "F", "8F", "F8", "88F", "888F 3", "8FF 3", "F8F 3", "0A 3", "00A 3", "99Z 3", "-8F 3", "+8F 3", "8.0F 3",
    "8F3=3", "8F=3=3", "8f", "8f ", "8F\t3=3", "8F\n3=3", "8F\u00a03=3", "8F\u20033=3", "８F 3=3", "8Ｆ 3=3", "Ⅷ 3=3",
]  # fmt: skip

_AFTER_A_SQUARE = [
    "a", "🙂", "٣", "３", "\0", "3\0", "?", "??", "?a", "?.", "?=?", "[", "]", "[]", "[[3]]", "[3", "3]", "?[", "?[]",
    "?[3]", "[3]", "[1/2]", "½", "5²", "⅐", "3⁻¹", "²", "(3)", "3!", "3^2", "3,4", "3;4", "3_3", "0x3", "1e9", "3..",
    "......", "." * 60, "3" * 60, "=" * 40, "==", "===", "-=-", "*=*", "/=/", "3=3=3=3", "-3", "--3=3", "3//3", "+3=3",
    "03=3", "1/0=1", "0/0=0", "9999999999999=1", "<3", "3<", "&", "%s", "\\", "'", "\u202e3", "3\u200b", "∞", "π", "√9",
]  # fmt: skip

NASTY = _WHOLE + [f"8H {text}" for text in _AFTER_A_SQUARE]

_LAID = [
    ("10J [[1/2]=1", "notation"), ("10J [1/2=1", "notation"), ("10J 1/2]=1", "notation"), ("10J ?[=1", "notation"),
    ("10J ??5=5", "notation"), ("10J 5=??", "notation"), ("10J []=1", "notation"), ("10J ]1[", "notation"),
    ("10J [ 1/2 ]=[", "notation"), ("10J [[[[[[[[1]]]]]]]]", "notation"), ("10J ٣=٣", "notation"),
    ("10J ⅐=⅐", "notation"), ("10J ⅟2", "notation"), ("10J 5⁻=1", "notation"), ("10J ²=2", "notation"),
    ("10J 5²³=1", "notation"), ("ⅧJ 3=3", "notation"), ("٧G 3=3", "notation"), ("7G<< 3=3", "notation"),
    ("7G> 3=3", "notation"), ("<7G 3=3", "notation"), ("7<G 3=3", "notation"), ("-1J 3=3", "notation"),
    ("100J 3=3", "notation"), ("10JJ 3=3", "notation"), ("10J 3\0=3", "notation"), ("10J", "notation"),
    ("10J " + "1" * 118, "notation"), ("10J " + "[" * 60_000, "notation"), ("a1-a2", "notation"),
    ("swap", "notation"), ("swap []", "notation"), ("swap [[1]]", "notation"), ("swap [1", "notation"),
    ("swap ٣", "notation"), ("swap .", "notation"), ("time", "notation"), ("agreement", "notation"),
    ("aborted", "notation"), ("pass 3", "notation"), ("resign x", "notation"),
]  # fmt: skip

BAD_MOVES = {
    "equate": [
        *_LAID,
        ("10J [100]=1", "notation"), ("10J [1?]=1", "notation"), ("10J [13]=1", "notation"), ("10J [1/7]=1", "notation"),
        ("10J [2/4]=1", "notation"), ("10J [-2]=1", "notation"), ("10J 5²=1", "notation"), ("10J ?==3", "notation"),
        ("10J .....", "notation"), ("0J 3=3", "off-board"), ("00J 3=3", "off-board"), ("99Z 3=3", "off-board"),
        ("20A 3=3", "off-board"), ("1T 3=3", "off-board"), ("T1 3=3", "off-board"), ("10S 3=3", "off-board"),
        ("10J< 3=3", "direction"), ("J10< 3=3", "direction"), ("10J [1/2][1/2]=1", "malformed"),
        ("10J [1/2]3=3", "malformed"), ("10J 0[1/2]=1", "malformed"), ("10J 2[3/2]=3", "malformed"),
        ("10J -3=3", "malformed"), ("10J 3=3=3", "two-equals"), ("10J 3/0=3", "division-by-zero"),
        ("10J 3-7=3", "negative"), ("10J 3=4", "unequal"), ("1A 3=3", "centre"), ("10J 3.=3", "gap"),
        ("swap =", "not-on-rack"), ("swap " + "1" * 100, "not-on-rack"), ("swap ????", "not-on-rack"),
    ],
    "digifeud": [
        *_LAID,
        ("7G 99+1=[100]", "notation"), ("7G [1?]-1=3", "notation"), ("7G [1/2]+1=2", "notation"),
        ("7G 1/2=3", "notation"), ("7G .....", "notation"), ("swap 1", "notation"), ("swap +", "notation"),
        ("7G 3+7=10", "malformed"), ("7G 3+7", "malformed"), ("7G 3+7=", "malformed"), ("7G =3+7=", "malformed"),
        ("7G 3=7-4", "malformed"), ("7G ?+?=?+", "malformed"), ("7G 3?+4=7", "malformed"), ("7G [13]+1=[14]", "malformed"),
        ("7G 3+?[13]=7", "malformed"), ("7G 1+2+3=6", "malformed"), ("7G 2+3=[05]", "malformed"),
        ("7G< 3+4=7", "direction"), ("G7< 3+4=7", "direction"), ("0G 3+4=7", "off-board"), ("14A 3+4=7", "off-board"),
        ("1N 3+4=7", "off-board"), ("7J 3+4=7", "off-board"), ("J7 3+4=7", "centre"), ("7F 3+4=7", "centre"),
        ("7G 3-7=4", "unequal"), ("7G 3+4=8", "unequal"), ("7G 3+.=7", "gap"),
    ],
    "numeria": [
        ("a1-a1", "notation"), ("a1", "notation"), ("a1-", "notation"), ("-a1", "notation"), ("a1a2", "notation"),
        ("a1-a2-a3", "notation"), ("aa1-a2", "notation"), ("a٣-a2", "notation"), ("aⅧ-a2", "notation"), ("а1-a2", "notation"),
        ("a1-a2 x", "notation"), ("a1-a2 x a1", "notation"), ("a1-a2 x a1-a4 x a2-a5", "notation"), ("x a1-a4", "notation"),
        ("a1-a2 x a1-a4 x", "notation"), ("a-1-a2", "notation"), ("a1-a-2", "notation"), ("a1-a100", "notation"),
        ("a1\0-a2", "notation"), ("a1" + " " * 200 + "-a2", "notation"), ("8F 3=3", "notation"), ("swap 3", "notation"),
        ("pass", "notation"), ("[1]-a2", "notation"), ("?-a2", "notation"), ("O-O", "notation"), ("e2e4", "notation"),
        ("time", "notation"), ("agreement", "notation"), ("a1 - a2 ×", "notation"), ("a" * 60_000, "notation"),
        ("a9-b1", "off-board"), ("a0-b1", "off-board"), ("i1-a2", "off-board"), ("a1-a99", "off-board"),
        ("z1-z2", "off-board"), ("a1-a2 x a1-a9", "off-board"), ("b2-b3", "occupied"), ("a1-a8", "occupied"),
        ("a2-a3", "empty-square"), ("d4-d5", "empty-square"), ("a1-d4", "unreachable"), ("b2-d5", "unreachable"),
        ("a1-h2", "unreachable"), ("c3-f6 x c3-c6", "occupied"), ("a1-a2 x a2-a2", "not-a-trope"),
        ("a1-a2 x a2-a4", "not-a-trope"), ("a1-a2 x a2-c3", "not-a-trope"), ("a1-a2 x b2-b5", "not-a-trope"),
        ("a1-a2 x a2-a5", "not-a-trope"), ("a1-a2 x a2-d2", "not-a-trope"),
    ],
}  # fmt: skip
"""What is no move of a game's start or breaks a rule there, and why where it is not the rack."""
