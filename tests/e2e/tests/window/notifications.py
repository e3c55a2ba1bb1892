"""A desktop that shows notifications, as far as a program can tell: each is a line of JSON in the file that is named.

With a file of that name and `.behind`, another window is in front; with `.click`, what is shown is clicked.
"""

import ctypes
import json
import os
import sys

from gi.repository import Gio, GLib

NAME = "org.freedesktop.Notifications"
PATH = "/org/freedesktop/Notifications"
INTERFACE = """<node><interface name="org.freedesktop.Notifications"><method name="Notify">
<arg type="s" direction="in"/><arg type="u" direction="in"/><arg type="s" direction="in"/>
<arg type="s" direction="in"/><arg type="s" direction="in"/><arg type="as" direction="in"/>
<arg type="a{sv}" direction="in"/><arg type="i" direction="in"/><arg type="u" direction="out"/>
</method></interface></node>"""
file = sys.argv[1]
shown = 40


def called(bus, _sender, _path, _interface, _method, words, answer):
    global shown
    program, before, _icon, title, text, _actions, hints, _time = words.unpack()
    shown = before or shown + 1
    with open(file, "a") as out:
        out.write(json.dumps([program, before, title, text, hints.get("desktop-entry")]) + "\n")
    answer.return_value(GLib.Variant("(u)", (shown,)))
    if os.path.exists(file + ".click"):
        click = GLib.Variant("(us)", (shown, "default"))
        GLib.timeout_add(300, lambda: bus.emit_signal(None, PATH, NAME, "ActionInvoked", click) and False)


def behind():
    if not os.path.exists(file + ".behind"):
        return True
    x11 = ctypes.CDLL("libX11.so.6")
    x11.XOpenDisplay.restype = ctypes.c_void_p
    screen = ctypes.c_void_p(x11.XOpenDisplay(None))
    # The keys go to no window at all.
    x11.XSetInputFocus(screen, ctypes.c_ulong(0), 0, ctypes.c_ulong(0))
    x11.XFlush(screen)
    return False


def here(bus, _name):
    node = Gio.DBusNodeInfo.new_for_xml(INTERFACE)
    bus.register_object(PATH, node.interfaces[0], called, None, None)


Gio.bus_own_name(Gio.BusType.SESSION, NAME, Gio.BusNameOwnerFlags.NONE, here, lambda *_: open(file, "a").close(), None)
GLib.timeout_add(100, behind)
GLib.MainLoop().run()
