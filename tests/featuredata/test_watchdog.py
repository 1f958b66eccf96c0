"""The watchdog stops what is late, only that, and in the order of the deadlines."""

import threading

from arch_team.featuredata.watchdog import Watchdog


def test_what_is_late_is_stopped() -> None:
    stopped = threading.Event()
    with Watchdog().watching(0.01, stopped.set):
        assert stopped.wait(5)


def test_what_is_done_in_time_is_left_alone() -> None:
    watchdog, stopped, later = Watchdog(), threading.Event(), threading.Event()
    with watchdog.watching(0.02, stopped.set):
        pass
    with watchdog.watching(0.05, later.set):
        assert later.wait(5)
    assert not stopped.is_set()


def test_a_sooner_deadline_is_not_kept_waiting_by_a_later_one() -> None:
    watchdog, sooner, later = Watchdog(), threading.Event(), threading.Event()
    with watchdog.watching(60, later.set), watchdog.watching(0.01, sooner.set):
        assert sooner.wait(5)
    assert not later.is_set()


def test_what_had_not_begun_when_it_was_stopped_is_stopped_again() -> None:
    """To interrupt a connection on which nothing runs yet does nothing: the statement would begin after it."""
    stops = threading.Semaphore(0)
    with Watchdog().watching(0.01, stops.release):
        assert all(stops.acquire(timeout=5) for _ in range(3))
