package local

import (
	"context"
	"database/sql"
	"encoding/binary"
	"encoding/json"
	"fmt"
	"strings"

	"github.com/webfetch-mcp/webfetch-go/chunk"
	"github.com/webfetch-mcp/webfetch-go/extract"
	"github.com/webfetch-mcp/webfetch-go/webfetch/knowledge/internal/terms"
)

// maxChunks bounds the passages of a file.
const maxChunks = 1 << 16

// passage is a chunk as it is stored.
type passage struct {
	start, end int
	path       []string
	// text is the text of the chunk if it differs from the span.
	text string
}

// shown returns the text of the passage.
func (p *passage) shown(markdown string) string {
	if p.text != "" {
		return p.text
	}
	return markdown[p.start:p.end]
}

// words is a [chunk.Counter] of words.
type words struct{}

// Count is [terms.Words].
func (words) Count(text string) int { return terms.Words(text) }

// passages cuts a document.
func (b *Base) passages(ctx context.Context, doc *extract.Document) ([]passage, error) {
	set, err := chunk.Split(ctx, doc, chunk.Options{MaxTokens: b.opts.PassageWords, MaxChunks: maxChunks, Counter: words{}})
	if err != nil {
		return nil, err
	}
	out := make([]passage, 0, len(set.Chunks))
	for _, c := range set.Chunks {
		p := passage{start: c.Start, end: c.End, path: c.HeadingsPath}
		if c.Text != doc.Markdown[c.Start:c.End] {
			p.text = c.Text
		}
		out = append(out, p)
	}
	return out, nil
}

// postings are the lists of one file: for each term, the passages that have it.
// An entry is three numbers or four, as unsigned varints: twice the distance to
// the passage before (its number, in the first), plus one if the title or the
// headings have the term; how often the text has it; in that case, how often
// the title and headings do; the length of the passage in terms.
type postings struct {
	lists map[string][]byte
	last  map[string]int
	terms int // of all passages
}

// counts is how often a term occurs in a passage.
type counts struct{ body, head int }

// countTerms counts the terms of a passage. length is how many they are in all.
func countTerms(title string, path []string, text string) (found map[string]counts, length int) {
	found = map[string]counts{}
	body := terms.Split(text)
	for _, t := range body {
		c := found[t.Text]
		c.body++
		found[t.Text] = c
	}
	head := terms.Split(title + "\n" + strings.Join(path, "\n"))
	for _, t := range head {
		c := found[t.Text]
		c.head++
		found[t.Text] = c
	}
	return found, len(body) + len(head)
}

// add adds passage n.
func (p *postings) add(n int, title string, path []string, text string) {
	found, length := countTerms(title, path, text)
	p.terms += length
	for term, c := range found {
		delta := n
		if last, ok := p.last[term]; ok {
			delta -= last
		}
		p.last[term] = n
		list := binary.AppendUvarint(p.lists[term], uint64(delta)<<1|uint64(min(c.head, 1)))
		list = binary.AppendUvarint(list, uint64(c.body))
		if c.head > 0 {
			list = binary.AppendUvarint(list, uint64(c.head))
		}
		p.lists[term] = binary.AppendUvarint(list, uint64(length))
	}
}

// posting is an entry of a list.
type posting struct {
	n, body, head, length int
}

// readPostings yields the entries of a list. It stops where one is damaged.
func readPostings(list []byte, yield func(posting)) {
	n := 0
	next := func() int {
		v, size := binary.Uvarint(list)
		if size <= 0 {
			list = nil
			return 0
		}
		list = list[size:]
		return int(v)
	}
	for len(list) > 0 {
		first := next()
		n += first >> 1
		p := posting{n: n, body: next()}
		if first&1 == 1 {
			p.head = next()
		}
		if len(list) == 0 {
			return
		}
		p.length = next()
		yield(p)
	}
}

// analyze makes the postings of a file.
func analyze(title, markdown string, passages []passage) *postings {
	p := &postings{lists: map[string][]byte{}, last: map[string]int{}}
	for n := range passages {
		p.add(n, title, passages[n].path, passages[n].shown(markdown))
	}
	return p
}

// storedText is the input for the postings of a stored file.
type storedText struct {
	folder          int64
	title, markdown string
	passages        []passage
}

// analyze makes the postings of the file.
func (t *storedText) analyze() *postings { return analyze(t.title, t.markdown, t.passages) }

// readStored reads the text of a stored file.
func readStored(ctx context.Context, tx *sql.Tx, file int64) (*storedText, error) {
	t := &storedText{}
	err := tx.QueryRowContext(ctx, `SELECT f.folder, f.title, p.markdown FROM files f JOIN pages p ON p.file = f.id WHERE f.id = ?`, file).
		Scan(&t.folder, &t.title, &t.markdown)
	if err != nil {
		return nil, err
	}
	if t.passages, err = storedPassages(ctx, tx, file); err != nil {
		return nil, err
	}
	for _, p := range t.passages {
		if p.start < 0 || p.end < p.start || p.end > len(t.markdown) {
			return nil, fmt.Errorf("%w: file %d has a passage outside of its text", ErrFile, file)
		}
	}
	return t, nil
}

// storedPassages reads the passages of a file.
func storedPassages(ctx context.Context, tx *sql.Tx, file int64) ([]passage, error) {
	rows, err := tx.QueryContext(ctx, `SELECT start, end, path, coalesce(text, '') FROM chunks WHERE file = ? ORDER BY n`, file)
	if err != nil {
		return nil, err
	}
	defer rows.Close()
	var out []passage
	for rows.Next() {
		var p passage
		var path []byte
		if err := rows.Scan(&p.start, &p.end, &path, &p.text); err != nil {
			return nil, err
		}
		if err := json.Unmarshal(path, &p.path); err != nil {
			return nil, fmt.Errorf("%w: headings of file %d: %w", ErrFile, file, err)
		}
		out = append(out, p)
	}
	return out, rows.Err()
}
