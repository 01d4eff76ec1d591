"""Names that are allowed, and names that are refused."""

GOOD = ["Ada", "ada", "A-1", "a_b", "___", "---", "007", "Zoe-Marie", "x" * 20, "Admiral", "rooty", "guesthouse",
        "numerica-fan", "The_End", "0x7F", "no-guest-1", "Mod1", "helper"]  # fmt: skip


BAD = [
    "", " ", "ab", "x" * 21, "x" * 500, "a b", "Ada Lovelace", "ada.l", "ada@example.org", "ada+", "ada/ben", "ada\\ben", "a:b:c",
    "<b>", "ada'", 'ada"', "ada%", "ada&ben", "ada#1", "ada?", "../ada", "ada\0", "ad\0a", "ada\nben", "ada\tben", "ada\rben",
    "ada\u200b", "a\u200bda", "\u202eada", "Zoë", "Аda", "ада", "アダ", "阿达阿", "ⅰⅰⅰ", "٣٣٣", "ａｄａ", "ﬁsh", "ıii", "ada🙂",
    "🙂🙂🙂", "ada\u0301", "guest-", "guest-1", "Guest-0a1b2c3d", "GUEST-x", "admin", "Admin", "ROOT", "you", "null", "None",
    "undefined", "numerica", "moderator", "everyone", "-1", "help", "new", "_a",
]  # fmt: skip
