package crawl

import (
	"bytes"
	"compress/gzip"
	"encoding/xml"
	"errors"
	"fmt"
	"io"
	"strings"
	"time"

	"golang.org/x/net/html/charset"
)

// Bounds of one sitemap (https://www.sitemaps.org/protocol.html).
const (
	maxSitemapBytes   = 50 << 20
	maxSitemapEntries = 50_000
)

var (
	errNotASitemap     = errors.New("crawl: not a sitemap")
	errSitemapTooLarge = errors.New("crawl: sitemap with more than 50,000 entries or 50 MB")
)

// parseSitemap reads a sitemap, an index, or a text file of addresses, compressed or not, and gives
// what it names to entry until that returns false. What came before a fault counts.
func parseSitemap(body []byte, entry func(named) bool) error {
	body, cut := inflate(body)
	body = bytes.TrimPrefix(body, []byte("\xef\xbb\xbf"))
	n, wanted := 0, true
	take := func(e named) error {
		if n++; n > maxSitemapEntries {
			return errSitemapTooLarge
		}
		if wanted = entry(e); !wanted {
			return io.EOF
		}
		return nil
	}
	read := readXML
	if head := bytes.TrimSpace(body); len(head) > 0 && head[0] != '<' {
		read = readLines
	}
	err := read(body, take)
	switch {
	case !wanted:
		return nil
	case cut != nil: // that the text ends early is its doing
		return cut
	}
	return err
}

// inflate returns what was read of a compressed body, with the error that ended it.
func inflate(body []byte) ([]byte, error) {
	if bytes.HasPrefix(body, []byte{0x1f, 0x8b}) {
		z, err := gzip.NewReader(bytes.NewReader(body))
		if err != nil {
			return nil, fmt.Errorf("%w: %w", errNotASitemap, err)
		}
		if body, err = io.ReadAll(io.LimitReader(z, maxSitemapBytes+1)); err != nil {
			return body, fmt.Errorf("%w: %w", errNotASitemap, err)
		}
	}
	if len(body) > maxSitemapBytes {
		return body[:maxSitemapBytes], errSitemapTooLarge
	}
	return body, nil
}

// readLines returns errNotASitemap at the first line that is not an address.
func readLines(body []byte, take func(named) error) error {
	for line := range strings.Lines(string(body)) {
		line = strings.TrimSpace(line)
		if line == "" {
			continue
		}
		if !strings.HasPrefix(line, "http://") && !strings.HasPrefix(line, "https://") {
			return errNotASitemap
		}
		if err := take(named{ref: line}); err != nil {
			return err
		}
	}
	return nil
}

func readXML(body []byte, take func(named) error) error {
	d := xml.NewDecoder(bytes.NewReader(body))
	d.Strict, d.CharsetReader = false, charset.NewReaderLabel
	root := ""
	for {
		token, err := d.Token()
		if errors.Is(err, io.EOF) {
			if root == "" {
				return errNotASitemap
			}
			return nil
		}
		if err != nil {
			return fmt.Errorf("%w: %w", errNotASitemap, err)
		}
		start, isStart := token.(xml.StartElement)
		switch {
		case !isStart:
		case root == "":
			if root = start.Name.Local; root != "urlset" && root != "sitemapindex" {
				return fmt.Errorf("%w: its element is %.40q", errNotASitemap, root)
			}
		default:
			if err := readEntry(d, start, take); err != nil {
				return err
			}
		}
	}
}

func readEntry(d *xml.Decoder, start xml.StartElement, take func(named) error) error {
	var e struct {
		Loc     string `xml:"loc"`
		LastMod string `xml:"lastmod"`
	}
	if err := d.DecodeElement(&e, &start); err != nil {
		return fmt.Errorf("%w: %w", errNotASitemap, err)
	}
	if e.Loc = strings.TrimSpace(e.Loc); e.Loc == "" {
		return nil
	}
	var modified time.Time
	for _, layout := range []string{time.RFC3339, "2006-01-02T15:04Z07:00", "2006-01-02T15:04:05", time.DateOnly, "2006-01", "2006"} {
		if t, err := time.Parse(layout, strings.TrimSpace(e.LastMod)); err == nil {
			modified = t
			break
		}
	}
	return take(named{ref: e.Loc, modified: modified, isSitemap: start.Name.Local == "sitemap"})
}
