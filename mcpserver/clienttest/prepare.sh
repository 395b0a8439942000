#!/bin/sh
# Installs the clients of other makes that the tests of this directory drive
# the server with. The lock file says which.
set -e
cd "$(dirname "$0")"
npm ci --no-fund --no-audit --loglevel=error
