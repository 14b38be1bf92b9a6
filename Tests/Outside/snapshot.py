"""A snapshot of a tree of accessible objects, with few round trips.

libatspi sends one call at a time and waits for each reply, about a millisecond. A snapshot reads the program's cache. For each level of the tree, it
sends all calls for missing values at once.
"""
import gi

gi.require_version("Atspi", "2.0")
from gi.repository import Atspi, Gio, GLib

ACCESSIBLE = "org.a11y.atspi.Accessible"
PROPERTIES = "org.freedesktop.DBus.Properties"
NOTHING = "/org/a11y/atspi/null"
SECONDS_AT_MOST = 20


class Connection:
    """A connection to the accessibility bus."""

    def __init__(self):
        session = Gio.bus_get_sync(Gio.BusType.SESSION)
        reply = session.call_sync("org.a11y.Bus", "/org/a11y/bus", "org.a11y.Bus", "GetAddress", None, None, Gio.DBusCallFlags.NONE, -1, None)
        flags = Gio.DBusConnectionFlags.AUTHENTICATION_CLIENT | Gio.DBusConnectionFlags.MESSAGE_BUS_CONNECTION
        self.bus = Gio.DBusConnection.new_for_address_sync(reply.unpack()[0], flags, None, None)
        # This context handles only replies. Events for other code stay in the default context.
        self.context = GLib.MainContext.new()

    def call_all(self, calls):
        """Sends calls of (bus name, path, interface, method, arguments) and returns their replies. A reply is None if the call fails."""
        replies, left = [None] * len(calls), len(calls)

        def receive(bus, result, index):
            nonlocal left
            left -= 1
            try:
                replies[index] = bus.call_finish(result).unpack()
            except GLib.Error:
                pass  # The object no longer exists.

        self.context.push_thread_default()
        try:
            for index, (name, path, interface, method, arguments) in enumerate(calls):
                self.bus.call(name, path, interface, method, arguments, None, Gio.DBusCallFlags.NONE, SECONDS_AT_MOST * 1000, None, receive, index)
            while left:
                self.context.iteration(True)
        finally:
            self.context.pop_thread_default()
        return replies


class Items:
    """The cached values of all accessible objects of a program that exist now, read with one call.

    GTK creates some objects on demand, so an item can be missing. The role, states and name are from the time of the GetItems call."""

    def __init__(self, connection, name):
        reply = connection.call_all([(name, "/org/a11y/atspi/cache", "org.a11y.atspi.Cache", "GetItems", None)])[0]
        self.known, self.children = {}, {}
        for (_, path), _, (_, parent), index, count, _, title, role, _, states in reply[0] if reply else []:
            # The item of the application does not contain the number of its windows.
            if parent != NOTHING:
                self.known[path] = (role, states, count, title)
            self.children.setdefault(parent, []).append((index, path))

    def below(self, path, count):
        """Returns the paths of an object's children in order, or None if a child is missing."""
        children = sorted(self.children.get(path, []))
        return [path for _, path in children] if [index for index, _ in children] == list(range(count)) else None


class Node:
    """An accessible object at the time of the snapshot.

    An `Element` of driver.py reads the object again at each access."""

    connection = None

    def __init__(self, address, parent=None, index=0, accessible=None):
        self.address, self.parent, self.index, self._accessible = address, parent, index, accessible
        self.role, self.states, self.count, self.children = "", 0, 0, []
        self._name = None

    @classmethod
    def tree(cls, accessible, leaves_out=lambda node: False):
        """Returns the object and its visible descendants that are not skipped, or None if the object is hidden or no longer exists."""
        cls.connection = cls.connection or Connection()
        if accessible.app is None:
            return None
        root = cls((accessible.app.bus_name, accessible.path), accessible=accessible)
        items = Items(cls.connection, accessible.app.bus_name)
        level = cls._look([root], items)
        if not level:
            return None
        while level:
            level = [node for node in cls._look(cls._below(level, items), items) if not leaves_out(node)]
            for node in level:
                node.parent.children.append(node)
        return root

    @classmethod
    def _look(cls, nodes, items):
        """Reads the roles and states of nodes and returns the visible nodes."""
        count = GLib.Variant("(ss)", (ACCESSIBLE, "ChildCount"))
        calls = [(ACCESSIBLE, "GetRole", None), (ACCESSIBLE, "GetState", None), (PROPERTIES, "Get", count)]
        unknown = [node for node in nodes if node.address[1] not in items.known]
        replies = iter(cls.connection.call_all([(*node.address, *call) for node in unknown for call in calls]))
        there = []
        for node in nodes:
            if node.address[1] in items.known:
                role, states, node.count, node._name = items.known[node.address[1]]
            else:
                role, states, count = next(replies), next(replies), next(replies)
                if role is None or states is None or count is None:
                    continue
                role, states, node.count = role[0], states[0], count[0]
            node.role, node.states = Atspi.role_get_name(Atspi.Role(role)), states[0] | states[1] << 32
            if node.has(Atspi.StateType.VISIBLE) or node.role == "application":
                there.append(node)
        return there

    @classmethod
    def _below(cls, nodes, items):
        """Returns the children of nodes. GetChildren of GTK 4.8 omits the pages of stacks, but GetChildAtIndex returns them."""
        known = [items.below(node.address[1], node.count) for node in nodes]
        places = [(node, index) for node, paths in zip(nodes, known) if paths is None for index in range(node.count)]
        replies = iter(cls.connection.call_all(
            [(*node.address, ACCESSIBLE, "GetChildAtIndex", GLib.Variant("(i)", (index,))) for node, index in places]))
        below = []
        for node, paths in zip(nodes, known):
            if paths is None:
                children = [(index, next(replies)) for index in range(node.count)]
                below += [cls(reply[0], node, index) for index, reply in children if reply and reply[0][1] != NOTHING]
            else:
                below += [cls((node.address[0], path), node, index) for index, path in enumerate(paths)]
        return below

    @classmethod
    def read_names(cls, nodes):
        """Reads the missing names of nodes."""
        nodes = [node for node in nodes if node._name is None]
        arguments = GLib.Variant("(ss)", (ACCESSIBLE, "Name"))
        replies = cls.connection.call_all([(*node.address, PROPERTIES, "Get", arguments) for node in nodes])
        for node, reply in zip(nodes, replies):
            node._name = reply[0] if reply else ""

    @property
    def name(self):
        if self._name is None:
            self.read_names([self])
        return self._name

    def has(self, state):
        return bool(self.states >> int(state) & 1)

    def walk(self):
        """Yields this node and its descendants, each before its children."""
        yield self
        for child in self.children:
            yield from child.walk()

    def ancestors(self):
        """Yields the ancestors of this node, the nearest first."""
        node = self.parent
        while node is not None:
            yield node
            node = node.parent

    @property
    def accessible(self):
        """The AT-SPI object. Raises a GLib.Error if it has moved or no longer exists."""
        if self._accessible is None:
            found = self.parent.accessible.get_child_at_index(self.index)
            if found is None or found.path != self.address[1]:
                raise GLib.Error(f"the {self.role} has moved or no longer exists")
            self._accessible = found
        return self._accessible
