// Package prepare makes the files of a document that is stored, alike for all bases.
package prepare

import (
	"cmp"
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"maps"
	"path"
	"regexp"
	"slices"
	"strings"
	"sync"
	"time"
	"unicode"
	"unicode/utf8"

	"github.com/webfetch-mcp/webfetch-go/extract"
	"github.com/webfetch-mcp/webfetch-go/extract/markdown"
	"github.com/webfetch-mcp/webfetch-go/webfetch/knowledge"
)

// MaxMarkdown bounds the Markdown of a document in bytes.
const MaxMarkdown = 64 << 20

// Bounds of the other parts of a document.
const (
	maxName         = 200     // bytes
	maxField        = 8 << 10 // bytes of URL, title and source ID
	maxMetadata     = 32      // fields
	maxMetadataName = 64      // bytes
	maxValue        = 500     // characters of a field
	maxContext      = 1000    // bytes, so that all metadata of a file fit the 2,048 bytes of an object store
)

// Prepared is a document as every base stores it.
type Prepared struct {
	// Document is the one given, with its defaults filled in: Name is never empty.
	knowledge.Document
	// Parts are the files to store, at least one.
	Parts []Part
	// ContentHash is the SHA-256 of the Markdown in hexadecimal.
	ContentHash string
	// Fields are the metadata of each file: those of the document, and OwnFields. The names are in lower case.
	Fields map[string]string
	// Warnings report which metadata were left out.
	Warnings []extract.Warning
}

// OwnFields are the metadata that every file has. Hits have them in members of their own, or not at all.
var OwnFields = []string{"source_id", "url", "title", "retrieved_at", "content_hash", "context"}

// filterFields are the names that filters have for the key and the time of a file.
var filterFields = []string{"timestamp", "folder", "filename"}

// Document checks a document and converts it to the form that a base stores. It returns a [knowledge.ErrInvalid] or a
// [knowledge.ErrQuality]. maxFileBytes is used if the document has a MaxFileBytes
// of zero; zero means 4 MiB. now is the time.
func Document(doc knowledge.Document, maxFileBytes int, now time.Time) (*Prepared, error) {
	if err := validate(&doc); err != nil {
		return nil, err
	}
	if !doc.AnyQuality {
		if err := checkQuality(doc.Verdict, doc.Markdown); err != nil {
			return nil, err
		}
	}
	if doc.RetrievedAt.IsZero() {
		doc.RetrievedAt = now
	}
	doc.MaxFileBytes = cmp.Or(doc.MaxFileBytes, maxFileBytes, defaultFileBytes)
	doc.Name = cmp.Or(doc.Name, NameOf(doc.URL))
	p := &Prepared{Document: doc, Warnings: []extract.Warning{}}
	var err error
	if p.Parts, err = cut(markdown.Parse(doc.Markdown), doc.Name, doc.MaxFileBytes); err != nil {
		return nil, err
	}
	sum := sha256.Sum256([]byte(doc.Markdown))
	p.ContentHash = hex.EncodeToString(sum[:])
	p.fillFields()
	return p, nil
}

// NameOf returns the name of a document that has none but an address.
func NameOf(url string) string {
	sum := sha256.Sum256(fmt.Appendf(nil, "3:url%d:%s", len(url), url))
	return hex.EncodeToString(sum[:8]) + ".md"
}

// Key returns the key of a part.
func (p *Prepared) Key(part Part) string { return p.Scope.String() + part.Name }

func validate(d *knowledge.Document) error {
	if d.Scope == (knowledge.Scope{}) {
		return fmt.Errorf("%w: document without a scope", knowledge.ErrInvalid)
	}
	if d.Name == "" && d.URL == "" {
		return fmt.Errorf("%w: it has neither a name nor a URL", knowledge.ErrInvalid)
	}
	if d.Name != "" {
		if err := checkName(d.Name); err != nil {
			return err
		}
	}
	for _, text := range []string{d.SourceID, d.URL, d.Title} {
		if len(text) > maxField || !utf8.ValidString(text) {
			return fmt.Errorf("%w: source ID, URL or title is longer than %d bytes or not UTF-8", knowledge.ErrInvalid, maxField)
		}
	}
	switch {
	case !utf8.ValidString(d.Markdown):
		return fmt.Errorf("%w: the Markdown is not UTF-8", knowledge.ErrInvalid)
	case len(d.Markdown) > MaxMarkdown:
		return fmt.Errorf("%w: the Markdown is longer than %d bytes", knowledge.ErrInvalid, MaxMarkdown)
	case d.MaxFileBytes < 0:
		return fmt.Errorf("%w: max_file_bytes %d is negative", knowledge.ErrInvalid, d.MaxFileBytes)
	case len(d.Metadata) > maxMetadata:
		return fmt.Errorf("%w: more than %d metadata fields", knowledge.ErrInvalid, maxMetadata)
	}
	return nil
}

func checkName(name string) error {
	if len(name) > maxName {
		return fmt.Errorf("%w: name is longer than %d bytes", knowledge.ErrInvalid, maxName)
	}
	if DocumentName(name) != name {
		return fmt.Errorf("%w: name %q is that of a part", knowledge.ErrInvalid, name)
	}
	if _, err := knowledge.FolderScope(name + "/"); err != nil {
		return fmt.Errorf("%w: bad name %q", knowledge.ErrInvalid, name)
	}
	for segment := range strings.SplitSeq(name, "/") {
		if segment == "workspaces" || segment == "conversations" {
			return fmt.Errorf("%w: name %q has the reserved segment %q", knowledge.ErrInvalid, name, segment)
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
		case slices.Contains(OwnFields, lower), slices.Contains(filterFields, lower):
			p.warn(fmt.Sprintf("metadata field %q is reserved", name))
		case lower == "", len(lower) > maxMetadataName, strings.Trim(lower, "abcdefghijklmnopqrstuvwxyz0123456789_-") != "": // a header can't carry it
			p.warn(fmt.Sprintf("metadata field %q is left out: want 1 to %d letters, digits, _ or -", name, maxMetadataName))
		case twice:
			p.warn(fmt.Sprintf("metadata field %q is there twice", name))
		default:
			// One line. Its case and its blanks are kept: filters compare text by bytes.
			p.Fields[lower] = clipRunes(strings.Map(func(r rune) rune {
				if unicode.IsControl(r) {
					return ' '
				}
				return r
			}, strings.ToValidUTF8(value, "\uFFFD")), maxValue)
		}
	}
}

func (p *Prepared) warn(message string) {
	p.Warnings = append(p.Warnings, extract.Warning{Type: "metadata_skipped", Message: message})
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

func clipRunes(s string, n int) string {
	for i := range s {
		if n == 0 {
			return s[:i]
		}
		n--
	}
	return s
}

// clipBytes cuts s, which is UTF-8, to n bytes at most, between characters.
func clipBytes(s string, n int) string { return strings.ToValidUTF8(s[:min(len(s), n)], "") }

const (
	defaultFileBytes = 4 << 20 // what the hosted service takes
	// MinFileBytes is the smallest bound of a file.
	MinFileBytes = 256
	maxParts     = 999 // of a document
)

// Part is a file that a document, or a piece of one, is stored as.
type Part struct {
	// Name is that of the document, or for part 2 of "a/b.md" "a/b.part-002.md".
	Name string
	// Start and End are its span in the Markdown of the document, in bytes.
	Start, End int
}

// cut divides a document into parts of at most limit bytes, which together are
// all of it: before a heading where that leaves a part at least half full, else
// between blocks, else in the middle of a block after a line, a space or a
// character, whichever comes nearest to the limit in this order.
func cut(doc *extract.Document, name string, limit int) ([]Part, error) {
	if limit < MinFileBytes {
		return nil, fmt.Errorf("%w: max_file_bytes %d is less than %d", knowledge.ErrInvalid, limit, MinFileBytes)
	}
	size := len(doc.Markdown)
	var parts []Part
	for start := 0; start < size || start == 0 && len(parts) == 0; {
		end := size
		if size-start > limit {
			end = cutAt(doc, start, start+limit)
		}
		part := Part{name, start, end}
		if n := len(parts) + 1; n > 1 {
			ext := path.Ext(name)
			part.Name = fmt.Sprintf("%s.part-%03d%s", strings.TrimSuffix(name, ext), n, ext)
		}
		if parts = append(parts, part); len(parts) > maxParts {
			return nil, fmt.Errorf("%w: max_file_bytes %d makes more than %d parts", knowledge.ErrInvalid, limit, maxParts)
		}
		start = end
	}
	return parts, nil
}

// cutAt returns where to end a part that begins at start and may reach most.
func cutAt(doc *extract.Document, start, most int) int {
	heading, block := 0, 0
	for _, b := range doc.Blocks {
		if b.Start <= start {
			continue
		}
		if b.Start > most {
			break
		}
		block = b.Start
		if b.Kind == extract.HeadingBlock && b.Start >= start+(most-start)/2 {
			heading = b.Start
		}
	}
	switch {
	case heading > 0:
		return heading
	case block > 0:
		return block
	}
	for _, separator := range []string{"\n", " "} {
		if i := strings.LastIndex(doc.Markdown[start:most], separator); i > 0 {
			return start + i + 1
		}
	}
	for most > start+1 && !utf8.RuneStart(doc.Markdown[most]) {
		most--
	}
	return most
}

var partForm = sync.OnceValue(func() *regexp.Regexp { return regexp.MustCompile(`(?s)^(.*[^/])\.part-[0-9]{3}(\.[^./]*)?$`) })

// DocumentName returns the name of the document that a part belongs to.
func DocumentName(part string) string { return partForm().ReplaceAllString(part, "$1$2") }

// Ranges returns the ranges of keys of the documents that names select in a scope. A name is that of a document, the
// address of a page or, with a slash at its end, a folder; "/" is the whole scope. A range is the first key and the
// one after the last.
func Ranges(scope knowledge.Scope, names []string) ([][2]string, error) {
	if scope == (knowledge.Scope{}) || len(names) == 0 {
		return nil, fmt.Errorf("%w: deleting without a scope or names", knowledge.ErrInvalid)
	}
	var out [][2]string
	for _, name := range names {
		if strings.Contains(name, "://") {
			name = NameOf(name)
		}
		key := scope.String() + name
		if folder, is := strings.CutSuffix(key, "/"); is {
			folder = strings.TrimSuffix(folder, "/")
			out = append(out, [2]string{folder + "/", folder + "0"}) // "0" follows "/"
		} else {
			out = append(out, [2]string{key, key + "\x00"})
		}
	}
	return out, nil
}

const (
	// leastLetters is how many letters and digits a page must have.
	leastLetters = 20
	// leastShare is the least proportion of letters and digits among the characters other than
	// white space: tables and code have more than 0.5, streams of symbols less.
	leastShare = 0.25
)

// checkQuality returns a [knowledge.ErrQuality] for a page that is not worth storing, with one word: the verdict of
// extraction, empty, short or noise.
func checkQuality(verdict extract.Verdict, markdown string) error {
	letters, signs := 0, 0
	for _, r := range markdown {
		switch {
		case unicode.IsLetter(r) || unicode.IsDigit(r) || unicode.IsMark(r):
			letters++
		case !unicode.IsSpace(r):
			signs++
		}
	}
	reason := ""
	switch {
	case verdict.Kind != "" && verdict.Kind != extract.VerdictContent && verdict.Kind != extract.VerdictPaywall:
		reason = string(verdict.Kind)
	case letters+signs == 0:
		reason = "empty"
	case letters < leastLetters:
		reason = "short"
	case float64(letters) < leastShare*float64(letters+signs):
		reason = "noise"
	default:
		return nil
	}
	return fmt.Errorf("%w (%s)", knowledge.ErrQuality, reason)
}
