"""A desktop with a tray, as far as a program can tell: whenever an icon in it says something else, a line of JSON is
added to the file that is named, with its status, what is in its menu, and a sum of its picture.

A file of that name and `.choose` holds the line of the menu that is chosen then.
"""

import json
import os
import sys
import zlib

from gi.repository import Gio, GLib

NAME = "org.kde.StatusNotifierWatcher"
PATH = "/StatusNotifierWatcher"
ITEM = "org.kde.StatusNotifierItem"
MENU = "com.canonical.dbusmenu"
INTERFACE = """<node><interface name="org.kde.StatusNotifierWatcher">
<method name="RegisterStatusNotifierItem"><arg type="s" direction="in"/></method>
<method name="RegisterStatusNotifierHost"><arg type="s" direction="in"/></method>
<property name="RegisteredStatusNotifierItems" type="as" access="read"/>
<property name="IsStatusNotifierHostRegistered" type="b" access="read"/>
<property name="ProtocolVersion" type="i" access="read"/>
<signal name="StatusNotifierItemRegistered"><arg type="s"/></signal>
<signal name="StatusNotifierItemUnregistered"><arg type="s"/></signal>
<signal name="StatusNotifierHostRegistered"/></interface></node>"""
file = sys.argv[1]
icon = None
before = None


def ask(path, interface, method, words, answer):
    arguments = (icon, path, interface, method, words, GLib.VariantType(answer), Gio.DBusCallFlags.NONE, 2000, None)
    return session.call_sync(*arguments).unpack()


def look():
    global before, icon
    if icon is None:
        return True
    try:
        says = ask("/StatusNotifierItem", "org.freedesktop.DBus.Properties", "GetAll", GLib.Variant("(s)", (ITEM,)), "(a{sv})")[0]
        layout = GLib.Variant("(iias)", (0, -1, []))
        _, (_, _, lines) = ask(says["Menu"], MENU, "GetLayout", layout, "(u(ia{sv}av))")
    except GLib.Error:
        icon = None
        tell({"gone": True})
        return True
    menu = [line[1].get("label", "-").replace("__", "_") for line in lines]
    width, height, pixels = says["IconPixmap"][0]
    told = {"status": says["Status"], "menu": menu, "tip": says["ToolTip"][3], "size": [width, height]}
    told["picture"] = zlib.crc32(bytes(pixels))
    tell(told)
    choose(says["Menu"], lines)
    return True


def tell(told):
    global before
    if told == before:
        return
    before = told
    with open(file, "a") as out:
        out.write(json.dumps(told) + "\n")


def choose(path, lines):
    if not os.path.exists(file + ".choose"):
        return
    with open(file + ".choose") as wanted:
        begin = wanted.read()
    for number, says, _ in lines:
        if begin and says.get("label", "").replace("__", "_").startswith(begin):
            os.remove(file + ".choose")
            try:
                ask(path, MENU, "Event", GLib.Variant("(isvu)", (number, "clicked", GLib.Variant("i", 0), 0)), "()")
            except GLib.Error:
                # Whoever is told to quit may be gone before it answers.
                return


def called(_bus, sender, _path, _interface, method, words, answer):
    global icon
    if method == "RegisterStatusNotifierItem":
        icon = sender
    answer.return_value(None)


def read(_bus, _sender, _path, _interface, name):
    values = {"RegisteredStatusNotifierItems": GLib.Variant("as", []), "ProtocolVersion": GLib.Variant("i", 0)}
    return values.get(name, GLib.Variant("b", True))


def here(bus, _name):
    node = Gio.DBusNodeInfo.new_for_xml(INTERFACE)
    bus.register_object(PATH, node.interfaces[0], called, read, None)


session = Gio.bus_get_sync(Gio.BusType.SESSION)
Gio.bus_own_name(Gio.BusType.SESSION, NAME, Gio.BusNameOwnerFlags.NONE, here, lambda *_: open(file, "a").close(), None)
GLib.timeout_add(100, look)
GLib.MainLoop().run()
