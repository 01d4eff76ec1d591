"""The cache of what pages show: bounded by weight, and what was asked for last stays longest."""

from games.lru_cache import FORGOTTEN_AFTER, LruCache


def test_what_was_not_asked_for_the_longest_time_goes_first():
    cache: LruCache[str, int] = LruCache(2)
    cache.keep("one", 1)
    cache.keep("two", 2)
    assert cache.find("one") == 1
    cache.keep("three", 3)
    assert cache.find("two") is None
    assert (cache.find("one"), cache.find("three")) == (1, 3)


def test_as_many_go_as_outweigh_what_may_be_kept():
    cache: LruCache[str, str] = LruCache(10, weigh=len)
    for word in ("four", "five", "two"):
        cache.keep(word, word)
    assert len(cache) == 2 and cache.find("four") is None
    cache.keep("a longer word", "eleven-long")
    assert len(cache) == 0


def test_what_is_kept_in_place_of_something_is_weighed_in_its_place():
    cache: LruCache[str, str] = LruCache(10, weigh=len)
    for _ in range(20):
        cache.keep("same", "same")
    cache.keep("other", "others")
    assert (cache.find("same"), cache.find("other")) == ("same", "others")


def test_nothing_weighs_after_it_was_cleared():
    cache: LruCache[str, str] = LruCache(4, weigh=len)
    cache.keep("four", "four")
    cache.clear()
    assert cache.find("four") is None
    cache.keep("five", "five")
    assert cache.find("five") == "five"


def test_what_nobody_asks_for_goes_when_something_else_comes():
    now = 0.0
    cache: LruCache[str, int] = LruCache(100, clock=lambda: now)
    cache.keep("asked for", 1)
    cache.keep("forgotten", 2)
    now = FORGOTTEN_AFTER
    assert cache.find("asked for") == 1
    cache.keep("new", 3)
    assert len(cache) == 3
    now += 1
    cache.keep("newer", 4)
    assert len(cache) == 3 and cache.find("forgotten") is None
    assert cache.find("asked for") == 1
