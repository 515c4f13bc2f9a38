"""Icons and controls in pictures: detectors behind one hook, one without weights and two that load theirs."""
