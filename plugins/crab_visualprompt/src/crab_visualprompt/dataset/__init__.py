"""Sets of instructions with the places they mean, made from screens whose truth is known, and scored."""
