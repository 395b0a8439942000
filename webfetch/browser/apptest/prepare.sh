#!/bin/sh
# Installs the frameworks and builds the pages of this directory with them. Does
# nothing the second time.
set -e
cd "$(dirname "$0")"
if ! [ node_modules/.package-lock.json -nt package-lock.json ]; then
	npm ci --no-fund --no-audit --loglevel=error
fi
if [ -e dist/.built ] && [ -z "$(find . -path ./node_modules -prune -o -path ./dist -prune -o -newer dist/.built -type f -print | head -1)" ]; then
	exit 0
fi
node build.mjs
