"""The fields of a form: which has the focus, and which rules of passwords a password broke."""

from django import template
from django.contrib.auth.password_validation import get_default_password_validators
from django.forms import BoundField
from django.utils.html import format_html, format_html_join
from django.utils.safestring import SafeString

register = template.Library()

CODES = {
    "MinimumLengthValidator": "password_too_short",
    "UserAttributeSimilarityValidator": "password_too_similar",
    "CommonPasswordValidator": "password_too_common",
}
"""What a refusal by each of the validators is called."""


@register.filter
def help_of(field: BoundField) -> str:
    """The help beside a field; after a refused password its rules, and which it broke."""
    errors = field.form.errors.as_data().get(field.name, ()) if field.form.is_bound else ()
    broken = set(CODES.values()) & {error.code for error in errors}
    return _rules(broken) if broken else str(field.help_text)  # safe where it was


@register.filter
def drawn(field: BoundField) -> SafeString:
    """The field itself; the first that was refused has the focus, unless all are spoken of."""
    errors = field.form.errors
    faulty = [name for name in field.form.fields if name in errors]
    is_first = faulty[:1] == [field.name] and not field.form.non_field_errors()
    return field.as_widget(attrs={"autofocus": True} if is_first else None)


def _rules(broken: set[str]) -> SafeString:
    rules = [
        (" class=broken" if CODES.get(type(rule).__name__) in broken else "", rule.get_help_text())
        for rule in get_default_password_validators()
    ]
    return format_html("<ul>{}</ul>", format_html_join("", "<li{}>{}</li>", rules))
