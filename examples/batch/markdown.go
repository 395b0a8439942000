package main

import (
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"net/url"
	"os"
	"path/filepath"
	"strings"
	"time"
)

// writeMarkdown writes a file beside its place and moves it there: it is whole, or not there.
func writeMarkdown(dir string, r *result) error {
	path := markdownPath(dir, r.URL)
	if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
		return err
	}
	if err := os.WriteFile(path+".part", []byte(markdownOf(r)), 0o644); err != nil {
		return err
	}
	return os.Rename(path+".part", path)
}

func markdownPath(dir, address string) string {
	sum := sha256.Sum256([]byte(address))
	host, name := "other", ""
	if u, err := url.Parse(address); err == nil {
		host, name = plain(u.Host, 100), plain(strings.Trim(u.Path, "/"), 80)
	}
	if name != "" {
		name += "-"
	}
	return filepath.Join(dir, host, name+hex.EncodeToString(sum[:6])+".md")
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
