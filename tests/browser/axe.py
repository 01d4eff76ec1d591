"""Barriers that axe finds on an open page."""

from axe_playwright_python.sync_playwright import Axe

AXE = Axe()


def violations(page, **options):
    """What axe finds: the rules and three places of each. To name all that is right takes long."""
    if not page.evaluate("'axe' in window"):
        page.evaluate(AXE.axe_script)
    found = page.evaluate(
        "options => axe.run(document, options).then(({ violations }) => violations)",
        {"resultTypes": ["violations"], **options},
    )
    return [(rule["id"], [node["html"][:160] for node in rule["nodes"]][:3]) for rule in found]
