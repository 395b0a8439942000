package knowledge

import (
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"maps"
	"slices"
	"strings"
	"time"
	"unicode"
	"unicode/utf8"

	"github.com/webfetch-mcp/webfetch-go/extract"
	"github.com/webfetch-mcp/webfetch-go/extract/markdown"
)

// Bounds of a document.
const (
	// MaxMarkdown bounds the Markdown of a document in bytes.
	MaxMarkdown = 64 << 20
	// maxName bounds its name in bytes.
	maxName = 200
	// maxField bounds URL, title and source ID in bytes.
	maxField = 8 << 10
	// maxMetadata bounds the number of metadata fields.
	maxMetadata = 32
	// maxMetadataName bounds the name of one in bytes.
	maxMetadataName = 64
	// maxContext bounds the context in bytes, so that all metadata of a file
	// fit the 2,048 bytes of an object store.
	maxContext = 1000
)

// Prepared is a document as every base stores it.
type Prepared struct {
	// Document is the one given, with its defaults filled in: Name is never
	// empty, Parsed never nil.
	Document
	// Parts are the files to store, at least one.
	Parts []Part
	// ContentHash is the SHA-256 of the Markdown in hexadecimal.
	ContentHash string
	// Fields are the metadata of each file: those of the document, and
	// source_id, url, title, retrieved_at, content_hash and context. The names
	// are in lower case.
	Fields map[string]string
	// Warnings report which metadata were left out.
	Warnings []extract.Warning
}

// reservedFields are metadata that a document can't set: those of filters, which
// every file has, and those that bases set.
var reservedFields = []string{"timestamp", "folder", "filename", "source_id", "url", "title", "retrieved_at", "content_hash", "context"}

// Prepare checks a document and converts it to the form that a base stores. Every [Base]
// calls it first in Put. It returns [ErrScope], [ErrDocument] or a [*QualityError].
// maxFileBytes is used if the document has a MaxFileBytes of zero; zero means
// [DefaultMaxFileBytes]. now is the time.
func Prepare(doc Document, maxFileBytes int, now time.Time) (*Prepared, error) {
	if err := doc.validate(); err != nil {
		return nil, err
	}
	if !doc.AnyQuality {
		if err := CheckQuality(doc.Verdict, doc.Markdown); err != nil {
			return nil, err
		}
	}
	if doc.Parsed == nil || doc.Parsed.Markdown != doc.Markdown {
		doc.Parsed = markdown.Parse(doc.Markdown)
	}
	if doc.RetrievedAt.IsZero() {
		doc.RetrievedAt = now
	}
	if doc.MaxFileBytes == 0 {
		doc.MaxFileBytes = maxFileBytes
	}
	if doc.Name == "" {
		doc.Name = NameOf(doc.URL)
	}
	p := &Prepared{Document: doc, Warnings: []extract.Warning{}}
	parts, err := Cut(doc.Parsed, doc.Name, doc.MaxFileBytes)
	if err != nil {
		return nil, err
	}
	sum := sha256.Sum256([]byte(doc.Markdown))
	p.Parts, p.ContentHash = parts, hex.EncodeToString(sum[:])
	p.fillFields()
	return p, nil
}

// NameOf returns the name of a page by its URL: 16 hexadecimal digits and ".md".
func NameOf(url string) string { return digest("url", url) + ".md" }

// Key returns the key of a part.
func (p *Prepared) Key(part Part) string { return p.Scope.Folder() + part.Name }

func (d *Document) validate() error {
	if d.Scope.IsZero() {
		return fmt.Errorf("%w: document without a scope", ErrScope)
	}
	if d.Name == "" && d.URL == "" {
		return fmt.Errorf("%w: it has neither a name nor a URL", ErrDocument)
	}
	if d.Name != "" {
		if err := checkName(d.Name); err != nil {
			return err
		}
	}
	for _, text := range []string{d.SourceID, d.URL, d.Title} {
		if len(text) > maxField || !utf8.ValidString(text) {
			return fmt.Errorf("%w: source ID, URL or title is longer than %d bytes or not UTF-8", ErrDocument, maxField)
		}
	}
	switch {
	case !utf8.ValidString(d.Markdown):
		return fmt.Errorf("%w: the Markdown is not UTF-8", ErrDocument)
	case len(d.Markdown) > MaxMarkdown:
		return fmt.Errorf("%w: the Markdown is longer than %d bytes", ErrDocument, MaxMarkdown)
	case d.MaxFileBytes < 0:
		return fmt.Errorf("%w: max_file_bytes %d is negative", ErrDocument, d.MaxFileBytes)
	case len(d.Metadata) > maxMetadata:
		return fmt.Errorf("%w: more than %d metadata fields", ErrDocument, maxMetadata)
	}
	return nil
}

func checkName(name string) error {
	if len(name) > maxName {
		return fmt.Errorf("%w: name is longer than %d bytes", ErrDocument, maxName)
	}
	if DocumentName(name) != name {
		return fmt.Errorf("%w: name %q is that of a part", ErrDocument, name)
	}
	for segment := range strings.SplitSeq(name, "/") {
		if !isSegment(segment) {
			return fmt.Errorf("%w: bad segment %q in name %q", ErrDocument, segment, name)
		}
		if segment == "workspaces" || segment == "conversations" {
			return fmt.Errorf("%w: name %q has the reserved segment %q", ErrDocument, name, segment)
		}
	}
	return nil
}

// fillFields sets Fields and reports what it leaves out.
func (p *Prepared) fillFields() {
	p.Fields = map[string]string{
		"source_id": p.SourceID, "url": p.URL, "title": clipRunes(p.Title, 300), "content_hash": p.ContentHash,
		"retrieved_at": p.RetrievedAt.UTC().Format(time.RFC3339),
		"context":      p.contextText(),
	}
	for _, name := range slices.Sorted(maps.Keys(p.Metadata)) {
		lower, value := strings.ToLower(strings.TrimSpace(name)), p.Metadata[name]
		_, twice := p.Fields[lower]
		switch {
		case slices.Contains(reservedFields, lower):
			p.warn(fmt.Sprintf("metadata field %q is reserved", name))
		case !isFieldName(lower):
			p.warn(fmt.Sprintf("metadata field %q is left out: want 1 to %d letters, digits, _ or -", name, maxMetadataName))
		case twice:
			p.warn(fmt.Sprintf("metadata field %q is there twice", name))
		default:
			p.Fields[lower] = cleanValue(value)
		}
	}
}

func (p *Prepared) warn(message string) {
	p.Warnings = append(p.Warnings, extract.Warning{Type: "metadata_skipped", Message: message})
}

// isFieldName reports a name that a header can carry.
func isFieldName(name string) bool {
	return name != "" && len(name) <= maxMetadataName && !strings.ContainsFunc(name, func(r rune) bool {
		return (r < 'a' || r > 'z') && (r < '0' || r > '9') && r != '_' && r != '-'
	})
}

// cleanValue returns a value that is one line of at most 500 characters. Its case and its blanks are kept:
// filters compare text by bytes.
func cleanValue(s string) string {
	oneLine := func(r rune) rune {
		if unicode.IsControl(r) {
			return ' '
		}
		return r
	}
	return clipRunes(strings.Map(oneLine, strings.ToValidUTF8(s, "\uFFFD")), maxText)
}

// contextText is the caller's, or title, URL and the first words.
func (p *Prepared) contextText() string {
	text := strings.Join(strings.Fields(strings.ToValidUTF8(p.Context, "\uFFFD")), " ")
	if text == "" {
		summary := strings.Join(strings.Fields(markdown.Plain(clipBytes(p.Markdown, 2000))), " ")
		text = strings.Join(slices.DeleteFunc([]string{p.Title, p.URL, clipRunes(summary, 300)},
			func(s string) bool { return s == "" }), " — ")
	}
	return clipBytes(text, maxContext)
}
