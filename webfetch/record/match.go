package record

import (
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"io"
	"net/http"
	"slices"
	"strings"
)

// deciding are fields that decide about a response whether Vary names them or not.
var deciding = []string{"Range", "If-Range", "If-None-Match", "If-Modified-Since", "If-Match", "If-Unmodified-Since"}

func varying(header http.Header) []string {
	names := slices.Clone(deciding)
	for _, value := range header.Values("Vary") {
		for name := range strings.SplitSeq(value, ",") {
			if name = http.CanonicalHeaderKey(strings.TrimSpace(name)); name != "" && name != "*" && !slices.Contains(names, name) {
				names = append(names, name)
			}
		}
	}
	return names
}

// find returns the first recording that was not replayed yet, else the last; if none matches, a
// field in which the request differs.
func (x *index) find(uri string, asked request) (found *entry, differs string) {
	for _, e := range x.byKey[key(asked.method, uri, asked.body)] {
		if name := e.differs(asked.header); name != "" {
			differs = name
			continue
		}
		if found = e; !e.used {
			break
		}
	}
	if found == nil {
		return nil, differs
	}
	found.used = true
	return found, ""
}

// A recording without request matches every request. User-Agent does not matter, so that the next
// version of a program finds its recordings.
func (e *entry) differs(header http.Header) string {
	if e.asked.header == nil {
		return ""
	}
	for _, name := range e.vary {
		if name != "User-Agent" && normal(e.asked.header.Values(name)) != normal(header.Values(name)) {
			return name
		}
	}
	return ""
}

// Lines and white space don't matter (RFC 9111, section 4.1).
func normal(values []string) string {
	var parts []string
	for _, value := range values {
		for part := range strings.SplitSeq(value, ",") {
			parts = append(parts, strings.TrimSpace(part))
		}
	}
	return strings.Join(parts, ",")
}

var errLongBody = errors.New("record: the body of the request is longer than MaxBytes")

func digestOf(body io.Reader) (string, error) {
	h := sha256.New()
	n, err := io.Copy(h, body)
	if err != nil || n == 0 {
		return "", err
	}
	return hex.EncodeToString(h.Sum(nil)), nil
}
