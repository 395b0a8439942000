package local

import (
	"context"
	"database/sql"
	"encoding/json"
	"errors"
	"fmt"
	"time"

	"github.com/webfetch-mcp/webfetch-go/chunk"
	"github.com/webfetch-mcp/webfetch-go/extract"
	"github.com/webfetch-mcp/webfetch-go/extract/markdown"
	"github.com/webfetch-mcp/webfetch-go/webfetch/knowledge"
	"github.com/webfetch-mcp/webfetch-go/webfetch/knowledge/internal/filter"
	"github.com/webfetch-mcp/webfetch-go/webfetch/knowledge/internal/prepare"
)

type file struct {
	key      string
	part     prepare.Part
	markdown string
	passages []passage
	index    *index
	vectors  [][]float32
}

// Put is [knowledge.Base]. What it returns without an error is found by every
// later query, of other processes, too. The parts of a document are stored all
// or none. A document that would not fit the bound of the file alone, and any on
// a full disk, is a [knowledge.ErrFull].
func (b *Base) Put(ctx context.Context, doc knowledge.Document) (*knowledge.Receipt, error) {
	if err := b.check(ctx); err != nil {
		return nil, err
	}
	p, err := prepare.Document(doc, b.opts.MaxFileBytes, b.opts.Now())
	if err != nil {
		return nil, err
	}
	receipt := &knowledge.Receipt{Searchable: true, Warnings: p.Warnings}
	for _, part := range p.Parts {
		receipt.Keys = append(receipt.Keys, p.Key(part))
	}
	if p.SkipIfExists {
		var n, parts int
		err := b.retry(ctx, func() error {
			return b.reader.QueryRowContext(ctx, `SELECT count(*), coalesce(max(parts), 0) FROM files WHERE document = ? AND hash = ?`,
				p.Scope.String()+p.Name, p.ContentHash).Scan(&n, &parts)
		})
		if err != nil {
			return nil, b.translate(ctx, err)
		}
		if n > 0 && n == len(p.Parts) && n == parts {
			receipt.Skipped = true
			return receipt, nil
		}
	}
	files, err := makeFiles(ctx, p)
	if err != nil {
		return nil, err
	}
	if w := b.embedFiles(ctx, p, files); w != nil {
		receipt.Warnings = append(receipt.Warnings, *w)
	}
	evicted := 0
	err = b.write(ctx, func(tx *sql.Tx) (err error) {
		evicted, err = b.store(ctx, tx, p, files)
		return err
	})
	if err != nil {
		return nil, err
	}
	if evicted > 0 {
		receipt.Warnings = append(receipt.Warnings, extract.Warning{Type: "evicted", Message: fmt.Sprintf("Documents that were stored longest ago had to make room: %d.", evicted)})
	}
	return receipt, nil
}

// makeFiles does what needs no lock.
func makeFiles(ctx context.Context, p *prepare.Prepared) ([]file, error) {
	files := make([]file, 0, len(p.Parts))
	for _, part := range p.Parts {
		doc := markdown.Parse(p.Markdown[part.Start:part.End])
		set, err := chunk.Split(ctx, doc, chunk.Options{MaxTokens: passageWords, MaxChunks: maxChunks, Counter: words{}})
		if err != nil {
			return nil, err
		}
		passages := make([]passage, 0, len(set.Chunks))
		for _, c := range set.Chunks {
			passages = append(passages, passage{c.Start, c.End, c.HeadingsPath, c.Text})
		}
		files = append(files, file{
			key: p.Key(part), part: part, markdown: doc.Markdown, passages: passages,
			index: newIndex(p.Title, passages),
		})
	}
	return files, nil
}

// embedFiles asks the model for the vectors of all passages. A failure leaves
// them without, and is a warning.
func (b *Base) embedFiles(ctx context.Context, p *prepare.Prepared, files []file) *extract.Warning {
	if b.opts.Embedder == nil {
		return nil
	}
	for i := range files {
		f := &files[i]
		texts := make([]string, len(f.passages))
		for n := range f.passages {
			texts[n] = headed(p.Title, f.passages[n].path, f.passages[n].text)
		}
		vectors, err := b.embed(ctx, texts)
		if err != nil {
			return &extract.Warning{Type: "embeddings_failed", Message: "The page was stored without vectors; keywords find it. " + err.Error()}
		}
		f.vectors = vectors
	}
	return nil
}

// store writes a document, deletes the old one with its name, and returns how many others had to make room.
func (b *Base) store(ctx context.Context, tx *sql.Tx, p *prepare.Prepared, files []file) (evicted int, err error) {
	document := p.Scope.String() + p.Name
	if _, err := deleteFiles(ctx, tx, `document = ?`, document); err != nil {
		return 0, err
	}
	for i := range files {
		if err := b.insertFile(ctx, tx, p, &files[i], document, i); err != nil {
			return 0, err
		}
	}
	return b.evict(ctx, tx, document)
}

func (b *Base) insertFile(ctx context.Context, tx *sql.Tx, p *prepare.Prepared, f *file, document string, part int) error {
	name, _ := filter.SplitKey(f.key)
	var folder int64
	err := tx.QueryRowContext(ctx, `INSERT INTO folders (folder) VALUES (?) ON CONFLICT (folder) DO UPDATE SET folder = excluded.folder RETURNING id`, name).Scan(&folder)
	if err != nil {
		return err
	}
	fields, err := json.Marshal(p.Fields)
	if err != nil {
		return err
	}
	result, err := tx.ExecContext(ctx, `INSERT INTO files (folder, key, document, part, parts, offset, bytes, chunks, terms, hash, source_id, url, title, retrieved_at, stored_at, fields)
		VALUES (?,?,?,?,?,?,?,?,?,?,?,?,?,?,?,?)`,
		folder, f.key, document, part, len(p.Parts), f.part.Start, len(f.markdown), len(f.passages), f.index.terms, p.ContentHash,
		p.SourceID, p.URL, p.Title, p.RetrievedAt.UnixMilli(), b.opts.Now().UnixMilli(), fields)
	if err != nil {
		return err
	}
	id, err := result.LastInsertId()
	if err != nil {
		return err
	}
	if _, err := tx.ExecContext(ctx, `INSERT INTO pages VALUES (?,?)`, id, f.markdown); err != nil {
		return err
	}
	for n, c := range f.passages {
		path, err := json.Marshal(c.path)
		if err != nil {
			return err
		}
		text := sql.NullString{String: c.text, Valid: c.text != f.markdown[c.start:c.end]}
		if _, err := tx.ExecContext(ctx, `INSERT INTO chunks VALUES (?,?,?,?,?,?)`, id, n, c.start, c.end, path, text); err != nil {
			return err
		}
	}
	if err := b.insertVectors(ctx, tx, id, f.vectors); err != nil {
		return err
	}
	return f.index.each(ctx, tx, `INSERT INTO postings (folder, term, file, data) VALUES (?,?,?,?)`, func(term string) []any {
		return []any{folder, term, id, f.index.lists[term]}
	})
}

// deleteFiles removes files with all that was made of them, and returns how many documents they are the parts of.
func deleteFiles(ctx context.Context, tx *sql.Tx, where string, args ...any) (documents int, err error) {
	if err := tx.QueryRowContext(ctx, `SELECT count(DISTINCT document) FROM files WHERE `+where, args...).Scan(&documents); err != nil {
		return 0, err
	}
	ids, err := collect[int64](ctx, tx, `SELECT id FROM files WHERE `+where, args...)
	if err != nil {
		return 0, err
	}
	for _, id := range ids {
		x, folder, err := storedIndex(ctx, tx, id)
		if err != nil {
			return 0, err
		}
		err = x.each(ctx, tx, `DELETE FROM postings WHERE folder = ? AND term = ? AND file = ?`, func(term string) []any { return []any{folder, term, id} })
		if err != nil {
			return 0, err
		}
		for _, rows := range []string{"vectors WHERE file", "chunks WHERE file", "pages WHERE file", "files WHERE id"} {
			if _, err := tx.ExecContext(ctx, `DELETE FROM `+rows+` = ?`, id); err != nil {
				return 0, err
			}
		}
	}
	return documents, nil
}

// evict deletes the documents that were stored longest ago until the file is
// within its bound. keep is never deleted.
func (b *Base) evict(ctx context.Context, tx *sql.Tx, keep string) (int, error) {
	if b.opts.MaxBytes < 0 {
		return 0, nil
	}
	for n := 0; ; n++ {
		var used int64
		err := tx.QueryRowContext(ctx, `SELECT (c.page_count - f.freelist_count) * s.page_size FROM pragma_page_count c, pragma_freelist_count f, pragma_page_size s`).Scan(&used)
		if err != nil || used <= b.opts.MaxBytes {
			return n, err
		}
		deleted, err := deleteFiles(ctx, tx, `document = (SELECT document FROM files WHERE document <> ? ORDER BY id LIMIT 1)`, keep)
		if err != nil {
			return n, err
		}
		if deleted == 0 {
			return n, fmt.Errorf("%w: %s: the document takes more than %d bytes", knowledge.ErrFull, b.opts.Path, b.opts.MaxBytes)
		}
	}
}

func milliseconds(n int64) time.Time { return time.UnixMilli(n).UTC() }

// Read is [knowledge.Base].
func (b *Base) Read(ctx context.Context, scope knowledge.Scope, key string) (markdown string, offset int, err error) {
	if err := b.check(ctx); err != nil {
		return "", 0, err
	}
	if !scope.Contains(key) {
		return "", 0, fmt.Errorf("%w: %s", knowledge.ErrNotFound, key)
	}
	err = b.retry(ctx, func() error {
		return b.reader.QueryRowContext(ctx, `SELECT p.markdown, f.offset FROM files f JOIN pages p ON p.file = f.id WHERE f.key = ?`, key).Scan(&markdown, &offset)
	})
	if errors.Is(err, sql.ErrNoRows) {
		err = fmt.Errorf("%w: %s", knowledge.ErrNotFound, key)
	}
	return markdown, offset, b.translate(ctx, err)
}

// Delete is [knowledge.Base]. A document of several parts counts once.
func (b *Base) Delete(ctx context.Context, scope knowledge.Scope, names ...string) (int, error) {
	if err := b.check(ctx); err != nil {
		return 0, err
	}
	deleted := 0
	ranges, err := prepare.Ranges(scope, names)
	if err != nil {
		return 0, err
	}
	err = b.write(ctx, func(tx *sql.Tx) error {
		deleted = 0
		for _, r := range ranges {
			n, err := deleteFiles(ctx, tx, `document >= ? AND document < ?`, r[0], r[1])
			if err != nil {
				return err
			}
			deleted += n
		}
		return nil
	})
	return deleted, err
}

// Conversation returns the ID of a conversation, for [knowledge.Resolver].
func (b *Base) Conversation(ctx context.Context, workspace, threadKey string) (string, error) {
	if err := b.check(ctx); err != nil {
		return "", err
	}
	var id string
	find := func() error {
		return b.reader.QueryRowContext(ctx, `SELECT id FROM conversations WHERE workspace = ? AND thread = ?`, workspace, threadKey).Scan(&id)
	}
	err := b.retry(ctx, find)
	if !errors.Is(err, sql.ErrNoRows) {
		return id, b.translate(ctx, err)
	}
	err = b.write(ctx, func(tx *sql.Tx) error {
		return tx.QueryRowContext(ctx, `INSERT INTO conversations VALUES (?, ?, lower(hex(randomblob(8))), ?)
			ON CONFLICT (workspace, thread) DO UPDATE SET workspace = excluded.workspace RETURNING id`,
			workspace, threadKey, b.opts.Now().UnixMilli()).Scan(&id)
	})
	return id, err
}
