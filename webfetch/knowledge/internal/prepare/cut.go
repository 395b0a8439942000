package prepare

import (
	"fmt"
	"path"
	"strings"
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
		parts = append(parts, Part{partName(name, len(parts)+1), start, end})
		if len(parts) > maxParts {
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
	return cutText(doc.Markdown, start, most)
}

// cutText returns where to cut text that has no block to end: never inside of
// a character.
func cutText(md string, start, most int) int {
	for _, separator := range []string{"\n", " "} {
		if i := strings.LastIndex(md[start:most], separator); i > 0 {
			return start + i + 1
		}
	}
	end := most
	for end > start+1 && !utf8.RuneStart(md[end]) {
		end--
	}
	return end
}

// partName returns the name of a part, from 1.
func partName(name string, part int) string {
	if part == 1 {
		return name
	}
	ext := path.Ext(name)
	return fmt.Sprintf("%s.part-%03d%s", strings.TrimSuffix(name, ext), part, ext)
}

// DocumentName returns the name of the document that a part belongs to: the
// reverse of partName.
func DocumentName(part string) string {
	if name, ok := trimPart(part); ok {
		return name
	}
	ext := path.Ext(part)
	if name, ok := trimPart(strings.TrimSuffix(part, ext)); ok {
		return name + ext
	}
	return part
}

// trimPart removes ".part-" and three digits from the end of a name.
func trimPart(name string) (string, bool) {
	i := len(name) - len(".part-000")
	if i < 1 || name[i-1] == '/' || name[i:i+len(".part-")] != ".part-" {
		return "", false
	}
	for _, digit := range name[i+len(".part-"):] {
		if digit < '0' || digit > '9' {
			return "", false
		}
	}
	return name[:i], true
}

// Ranges returns the ranges of keys of documents that names stand for in a scope: names of documents, addresses of
// pages, or with a slash at the end a folder of the scope, which is "/" for all of it. A range is the first key and
// the one behind the last.
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
