import crab_core as crab


@crab.action
def copy_marker(env, text: str) -> str:
    """Put a marked text on the clipboard.

    Args:
        text: What is marked.
    """
    env.desktop.clipboard.write(f"*{text}*")
    return type(env).__name__


@crab.observation
def copied(env) -> crab.Text:
    """What is on the clipboard."""
    return crab.Text(env.desktop.clipboard.read().text or "")


@crab.evaluator(env="ubuntu")
def marker_copied(env, text: str) -> crab.Verdict:
    """Whether this text, marked, is on the clipboard.

    Args:
        text: Without its marks.
    """
    found = env.desktop.clipboard.read().text
    return crab.Verdict(found == f"*{text}*", f"the clipboard has {found!r}")


@crab.hookimpl
def crab_register_actions():
    return [
        crab.ActionSpec("copy_marker", "Copy.", "crab_marker:copy_marker", environment="ubuntu"),
        crab.ActionSpec("copied", "What was copied.", "crab_marker:copied", environment="ubuntu"),
    ]


@crab.hookimpl
def crab_register_evaluators():
    return [crab.EvaluatorSpec("marker_copied", "Copied.", "crab_marker:marker_copied", environment="ubuntu")]
