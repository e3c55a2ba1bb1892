"""What a screen reader is told of the window: roles, names, states and texts, in its order.

As the system's own interface for them (AT-SPI) gives it. Printed as one line an element, indented by depth; what has
neither a name nor a state nor a text, such as a box for the layout, is left out.
"""

import sys
import time

import gi

gi.require_version("Atspi", "2.0")
from gi.repository import Atspi  # noqa: E402

# Those that a person is told; all others only say that the element is there.
SAID = {
    "checked", "pressed", "selected", "expanded", "expandable", "focused", "modal", "required", "invalid-entry",
    "has-popup", "busy", "indeterminate", "read-only",
}  # fmt: skip
SILENT = {"section", "filler", "panel", "scroll pane", "static", "paragraph", "unknown", "table cell"}
# A child stands for itself; where the layout breaks a line is nobody's concern.
CHILD = "\ufffc"


def window():
    desktop = Atspi.get_desktop(0)
    for at in range(desktop.get_child_count()):
        app = desktop.get_child_at_index(at)
        if app and app.get_name() == "tacklebox-desktop":
            return app
    return None


def page(element):
    if element.get_role_name() == "document web":
        return element
    for at in range(element.get_child_count()):
        found = page(element.get_child_at_index(at))
        if found:
            return found
    return None


def text(element):
    if "Text" not in element.get_interfaces():
        return ""
    whole = Atspi.Text.get_text(element, 0, Atspi.Text.get_character_count(element))
    return " ".join(whole.replace(CHILD, " ").split())


def tell(element, depth, lines, above=""):
    role = element.get_role_name()
    # Of an item of a list the name is all that is in it, put together by the web view.
    name = "" if role == "list item" else " ".join((element.get_name() or "").split())
    states = {state.value_nick for state in element.get_state_set().get_states()}
    if "visible" not in states and role != "document web":
        return
    attributes = element.get_attributes() or {}
    said = sorted(states & SAID)
    if "sensitive" not in states:
        said.append("disabled")
    for key in ("level", "current", "live", "sort", "valuetext"):
        if attributes.get(key):
            said.append(f"{key} {attributes[key]}")
    if role == "landmark":
        role = attributes.get("xml-roles", role)
    # Where there is a name, it is read instead of what is inside.
    own = "" if name and role != "entry" else text(element)
    # Of an option, which has no text of its own, there is nothing else.
    if role == "list item" and not own and element.get_child_count() == 0:
        name = " ".join((element.get_name() or "").split())
    line = role
    if name:
        line += f" “{name}”"
    if own and own not in above:
        line += f": {own}"
    if said:
        line += f" [{', '.join(said)}]"
    if line not in SILENT:
        lines.append("  " * depth + line)
        depth += 1
    for at in range(element.get_child_count()):
        child = element.get_child_at_index(at)
        if child:
            tell(child, depth, lines, own or above)


def main():
    Atspi.init()
    Atspi.set_timeout(10_000, 10_000)
    for _ in range(50):
        app = window()
        document = app and page(app)
        if document:
            lines = []
            tell(document, 0, lines)
            print("\n".join(lines))
            return 0
        time.sleep(0.2)
    print("The window is not on the accessibility bus.", file=sys.stderr)
    return 1


sys.exit(main())
