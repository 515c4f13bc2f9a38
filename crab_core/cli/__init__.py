"""The command `crab`.

Exit codes: 0 the command did its work, also when an agent failed its task; 1 a validation failed; 2 wrong
usage; 3 an environment or a model could not be had; 70 a fault of Crab itself; 130 stopped by Ctrl-C.
"""

from __future__ import annotations

import signal
import sys
from types import FrameType

import click

from crab_core.cli.group import CrabGroup
from crab_core.cli.output import EXIT_USAGE, error_facts, exit_code, fail
from crab_core.errors import CrabError
from crab_core.settings import Settings

EXIT_FAULT = 70
EXIT_STOPPED = 130


@click.command(
    cls=CrabGroup, context_settings={"help_option_names": ["-h", "--help"], "max_content_width": 100}
)
@click.version_option(package_name="crab-core", prog_name="crab")
@click.pass_context
def cli(context: click.Context) -> None:
    """Benchmark agents that use several devices at once.

    Start with `crab doctor`, which says what runs here, and `crab demo`, which plays one episode.
    """
    context.ensure_object(dict)


def main() -> None:
    """Run `crab` and exit with its code."""
    signal.signal(signal.SIGTERM, _stop)
    as_json = "--json" in sys.argv[1:]
    try:
        code = cli.main(prog_name="crab", standalone_mode=False)
    except click.exceptions.Abort:
        _leave(EXIT_STOPPED, "stopped", as_json)
    except KeyboardInterrupt:
        _leave(EXIT_STOPPED, "stopped", as_json)
    except click.ClickException as error:
        if as_json:
            fail(type(error).__name__, error.format_message(), "", as_json=True)
        else:
            error.show()
        sys.exit(EXIT_USAGE)
    except CrabError as error:
        if Settings.load().tracebacks:
            raise
        fail(**error_facts(error), as_json=as_json)
        sys.exit(exit_code(error))
    except BrokenPipeError:
        sys.stderr.close()
        sys.exit(EXIT_FAULT)
    except Exception:  # noqa: BLE001 - a fault of Crab itself is shown whole
        sys.excepthook(*sys.exc_info())
        sys.exit(EXIT_FAULT)
    sys.exit(code if isinstance(code, int) else 0)


def _leave(code: int, word: str, as_json: bool) -> None:
    fail("Stopped", word, "What was recorded is kept.", as_json=as_json)
    sys.exit(code)


def _stop(_signal: int, _frame: FrameType | None) -> None:
    raise KeyboardInterrupt
