"""Boards, squares and faces in templates: `{{ table.rows|grid }}`."""

from django import template

from games.presentation import drawing

register = template.Library()

register.filter(drawing.grid)
register.filter(drawing.figure)
register.filter(drawing.squares_to_set)
register.filter(drawing.plain_rows)
register.filter(drawing.changes)
register.filter(drawing.face)
register.filter(drawing.faces)
register.filter(drawing.kind)
