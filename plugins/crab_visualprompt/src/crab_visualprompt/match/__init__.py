"""Image matching: where one picture shows what another shows."""
