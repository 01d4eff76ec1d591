#!/usr/bin/env python3
"""Django's command line."""

import os
import sys


def main() -> None:
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "numerica_site.settings")
    from numerica_site import command_line

    command_line.main(sys.argv)


if __name__ == "__main__":
    main()
