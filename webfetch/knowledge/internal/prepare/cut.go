package prepare

import (
	"fmt"
	"path"
	"regexp"
	"strings"
	"sync"
	"unicode/utf8"

	"github.com/webfetch-mcp/webfetch-go/extract"
	"github.com/webfetch-mcp/webfetch-go/webfetch/knowledge"
)

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
