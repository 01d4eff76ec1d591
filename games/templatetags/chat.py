"""What is said at a table, in the reader's language."""

from django import template

from games.presentation.chat_phrases import phrase

register = template.Library()

register.filter("phrase", phrase)
