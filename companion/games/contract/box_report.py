"""What the check of a box says, for its page and `companion box check`: the counts that the rulebook prints,
and whatever is not as it should be."""

from __future__ import annotations

from dataclasses import dataclass

from companion.games.contract.box_rows import Problem
from companion.translation import _


@dataclass(frozen=True, slots=True)
class PrintedCount:
    """One printed count. found: pieces of the box; sure: those of them not assumed to be so."""

    label: str
    printed: int
    found: int
    sure: int

    @property
    def ok(self) -> bool:
        return self.found == self.printed

    @property
    def impossible(self) -> bool:
        """Even without the stand-ins there are too many."""
        return self.sure > self.printed

    def line(self) -> str:
        if self.ok:
            return _("ok: {label}: {found}", label=self.label, found=self.found)
        if self.impossible:
            return _(
                "cannot be: {label}: {sure}, the rulebook prints {printed}",
                label=self.label,
                sure=self.sure,
                printed=self.printed,
            )
        found = str(self.found)
        if made_up := self.found - self.sure:
            found = _("{found} ({number} of them assumed or stand-ins)", found=found, number=made_up)
        placeholders = {"label": self.label, "found": found, "printed": self.printed}
        if self.found > self.printed:
            return _("too many: {label}: {found}, the rulebook prints {printed}", **placeholders)
        return _("missing: {label}: {found}, the rulebook prints {printed}", **placeholders)


@dataclass(frozen=True, slots=True)
class BoxReport:
    """counts: all that is printed. unread: what of the box file cannot be read; problems: what else cannot
    be. Lines, each as it is said: progress; missing: what nobody registered; manual: what people do by hand.
    """

    counts: tuple[PrintedCount, ...] = ()
    unread: tuple[Problem, ...] = ()
    problems: tuple[str, ...] = ()
    progress: tuple[str, ...] = ()
    missing: tuple[str, ...] = ()
    manual: tuple[str, ...] = ()

    @property
    def ok(self) -> bool:
        """All is as printed. Manual powers and assumed fields are no fault."""
        return not self.wrong

    @property
    def impossible(self) -> tuple[str, ...]:
        return (
            *(_("cannot be read: {problem}", problem=problem.words()) for problem in self.unread),
            *(count.line() for count in self.counts if not count.ok and count.impossible),
            *(_("does not fit: {problem}", problem=problem) for problem in self.problems),
        )

    @property
    def lacking(self) -> tuple[str, ...]:
        """What is missing or made up."""
        off = (count.line() for count in self.counts if not count.ok and not count.impossible)
        return (*off, *self.missing)

    @property
    def wrong(self) -> tuple[str, ...]:
        return (*self.impossible, *self.lacking)

    def lines(self) -> tuple[str, ...]:
        """The report for a person; at its end the counts that hold."""
        right = [count.line() for count in self.counts if count.ok]
        summary = [_("all printed counts hold") if self.ok else _("not all adds up")] if self.counts else []
        return (*self.wrong, *self.progress, *self.manual, *right, *summary)
