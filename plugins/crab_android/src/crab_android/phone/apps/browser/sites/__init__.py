"""The built-in web: sites under `crab.test`, their texts as data."""
