package main

import (
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"net/http"
	"net/url"
	"os"
	"path/filepath"
	"strings"
	"time"
)

// markdown is a directory of Markdown files, one for each page, below one
// directory for each host. Addresses that failed are in errors.jsonl.
type markdown struct {
	*appender // of errors.jsonl
	dir       string
	failed    set
}

func openMarkdown(dir string) (*markdown, error) {
	if err := os.MkdirAll(dir, 0o755); err != nil {
		return nil, err
	}
	m := &markdown{dir: dir}
	var err error
	m.appender, err = openAppender(filepath.Join(dir, "errors.jsonl"), func(r *result) { m.failed.add(r.URL) })
	return m, err
}

func (m *markdown) wrap() func(http.RoundTripper) http.RoundTripper { return nil }

func (m *markdown) has(address string) bool {
	if m.failed.has(address) {
		return true
	}
	_, err := os.Stat(m.path(address))
	return err == nil
}

// put writes a file beside its place and moves it there: it is whole, or not
// there.
func (m *markdown) put(r *result) error {
	if r.Error != nil {
		m.failed.add(r.URL)
		return m.append(r)
	}
	path := m.path(r.URL)
	if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
		return err
	}
	if err := os.WriteFile(path+".part", []byte(markdownOf(r)), 0o644); err != nil {
		return err
	}
	return os.Rename(path+".part", path)
}

// path is where the page of an address is: host, what can be read of the path,
// and what distinguishes it from others.
func (m *markdown) path(address string) string {
	sum := sha256.Sum256([]byte(address))
	host, name := "other", ""
	if u, err := url.Parse(address); err == nil {
		host, name = plain(u.Host, 100), plain(strings.Trim(u.Path, "/"), 80)
	}
	if name != "" {
		name += "-"
	}
	return filepath.Join(m.dir, host, name+hex.EncodeToString(sum[:6])+".md")
}

func plain(s string, most int) string {
	s = strings.Map(func(r rune) rune {
		if r >= 'a' && r <= 'z' || r >= 'A' && r <= 'Z' || r >= '0' && r <= '9' || r == '.' || r == '-' || r == '_' {
			return r
		}
		return '-'
	}, s)
	return strings.TrimLeft(s[:min(len(s), most)], ".")
}

func markdownOf(r *result) string {
	var b strings.Builder
	b.WriteString("---\n")
	for _, field := range [][2]string{
		{"url", r.URL}, {"canonical_url", r.Packet.CanonicalURL}, {"title", r.Packet.Metadata.Title}, {"author", r.Packet.Metadata.Author},
		{"published_at", r.Packet.Metadata.PublishedAt}, {"retrieved_at", r.Packet.RetrievedAt.UTC().Format(time.RFC3339)},
		{"verdict", string(r.Packet.Verdict.Kind)}, {"content_hash", r.Packet.Hashes.ContentHash},
	} {
		if field[1] != "" {
			fmt.Fprintf(&b, "%s: %q\n", field[0], field[1]) // a Go string of one line is a YAML string, too
		}
	}
	if r.Crawl != nil && r.Crawl.DuplicateOf != "" {
		fmt.Fprintf(&b, "duplicate_of: %q\n", r.Crawl.DuplicateOf)
	}
	b.WriteString("---\n\n" + r.Packet.Content)
	if !strings.HasSuffix(r.Packet.Content, "\n") {
		b.WriteString("\n")
	}
	return b.String()
}
