#!/bin/sh
# Installs the client of another make that the tests of this directory drive
# the service with. The lock file says which; what is installed already stays.
set -e
cd "$(dirname "$0")"
if [ node_modules/.package-lock.json -nt package-lock.json ]; then
	exit 0
fi
npm ci --no-fund --no-audit --loglevel=error
