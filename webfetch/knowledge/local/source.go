package local

import (
	"net/url"
	"path/filepath"
	"strings"
)

// dataSource returns the URI of a file for SQLite, with settings. Characters of
// the path that mean something in a URI are escaped.
func dataSource(path string, settings ...string) string {
	path = filepath.ToSlash(path)
	if !strings.HasPrefix(path, "/") {
		path = "/" + path // C:/… on Windows
	}
	return "file://" + (&url.URL{Path: path}).EscapedPath() + "?" + strings.Join(settings, "&")
}
