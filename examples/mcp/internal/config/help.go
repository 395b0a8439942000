package config

import (
	"bytes"
	"io"
	"reflect"
	"strings"
)

const usage = `webfetch serves safe, high-signal web fetching over the Model Context Protocol.

Usage: webfetch [flags]

Without --http it speaks JSON-RPC over stdin and stdout; logs go to stderr.

Flags:
  --user-agent TEXT      User-Agent of requests (USER_AGENT)
  --ignore-robots-txt    do not obey robots.txt (RESPECT_ROBOTS=false)
  --proxy-url URL        HTTP proxy for all requests (PROXY_URL)
  --http ADDRESS         serve streamable HTTP, as 127.0.0.1:8080
  --version              print the version
  --help                 print this

Environment:
`

func writeHelp(w io.Writer) {
	var b bytes.Buffer
	b.WriteString(usage)
	for f := range configFields() {
		if group := f.Tag.Get("group"); group != "" {
			b.WriteString("\n  " + group + "\n")
		}
		b.WriteString("  " + assignment(f) + "\n      " + describe(f.Tag.Get("desc"), f.Tag.Get("alias")) + "\n")
	}
	b.WriteString("\n.env.example, beside the source, is this list in a form to fill in.\n")
	_, _ = b.WriteTo(w)
}

func assignment(f reflect.StructField) string {
	if def := f.Tag.Get("envDefault"); def != "" {
		return f.Tag.Get("env") + "=" + def
	}
	return f.Tag.Get("env")
}

func describe(desc, alias string) string {
	if alias == "" {
		return desc
	}
	return desc + " Also read as " + strings.ReplaceAll(alias, ",", " or ") + "."
}
