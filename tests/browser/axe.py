"""Barriers that axe finds on an open page."""

from axe_playwright_python.sync_playwright import Axe

AXE = Axe()


def violations(page, **options):
    """What axe finds: the rules and three places of each. To name all that is right takes long.

    It does not copy the style sheets: of one that imports its parts it would make inline styles,
    which the site's policy forbids. Only a rule for sheets that turn the page needs the copies.
    """
    if not page.evaluate("'axe' in window"):
        page.evaluate(AXE.axe_script)
    found = page.evaluate(
        "options => axe.run(document, options).then(({ violations }) => violations)",
        {"resultTypes": ["violations"], "preload": False, **options},
    )
    return [(rule["id"], [node["html"][:160] for node in rule["nodes"]][:3]) for rule in found]
