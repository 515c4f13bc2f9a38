"""What reads screens is scored against what the UI trees of the same screens say."""
