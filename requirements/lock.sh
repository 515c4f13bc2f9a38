#!/usr/bin/env bash
# Writes the lock files anew: every version and hash, no address of any index.
set -euo pipefail
cd "$(dirname "$0")/.."
uv pip compile --quiet --generate-hashes --no-emit-index-url --no-emit-find-links --universal --python-version 3.11 \
  --no-emit-package crab-core --no-emit-package crab-ubuntu --no-emit-package crab-android \
  --no-emit-package crab-models --no-emit-package crab-visualprompt --no-emit-package crab-bench \
  --custom-compile-command "requirements/lock.sh" \
  --overrides requirements/overrides.txt \
  -o requirements/lock.txt requirements/dev.in requirements/workspace.in
uv pip compile --quiet --generate-hashes --no-emit-index-url --no-emit-find-links --universal --python-version 3.11 \
  --custom-compile-command "requirements/lock.sh" -o requirements/installer.txt requirements/installer.in
uv pip compile --quiet --generate-hashes --no-emit-index-url --no-emit-find-links --universal --python-version 3.11 \
  --custom-compile-command "requirements/lock.sh" --overrides requirements/vision-overrides.txt \
  -c requirements/lock.txt -o requirements/vision.txt requirements/vision.in
