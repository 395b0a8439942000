#!/bin/sh
# Builds the S3 server that the tests of this directory store files in. It is no
# requirement of the module. What is built already stays.
set -e
cd "$(dirname "$0")"
version=v1.8.0
bin=$PWD/testdata/bin
if [ -x "$bin/versitygw" ] && [ "$(cat "$bin/version" 2>/dev/null)" = "$version" ]; then
	exit 0
fi
mkdir -p "$bin"
(cd / && GOFLAGS= GOBIN="$bin" go install -trimpath -ldflags='-s -w' "github.com/versity/versitygw/cmd/versitygw@$version")
echo "$version" >"$bin/version"
