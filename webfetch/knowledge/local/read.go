package local

import (
	"context"
	"crypto/rand"
	"database/sql"
	"encoding/hex"
	"errors"
	"fmt"
	"strings"

	"github.com/webfetch-mcp/webfetch-go/webfetch/knowledge"
)

// Read is [knowledge.Reader].
func (b *Base) Read(ctx context.Context, scope knowledge.Scope, key string) (*knowledge.Stored, error) {
	if err := b.check(ctx); err != nil {
		return nil, err
	}
	if !scope.Contains(key) {
		return nil, fmt.Errorf("%w: %s", knowledge.ErrNotFound, key)
	}
	s := &knowledge.Stored{Key: key}
	var retrieved int64
	err := b.retry(ctx, func() error {
		return b.reader.QueryRowContext(ctx, `SELECT f.source_id, f.url, f.title, f.offset, f.retrieved_at, p.markdown
			FROM files f JOIN pages p ON p.file = f.id WHERE f.key = ?`, key).
			Scan(&s.SourceID, &s.URL, &s.Title, &s.Offset, &retrieved, &s.Markdown)
	})
	if errors.Is(err, sql.ErrNoRows) {
		return nil, fmt.Errorf("%w: %s", knowledge.ErrNotFound, key)
	}
	s.RetrievedAt = milliseconds(retrieved)
	return s, b.translate(ctx, err)
}

// Delete is [knowledge.Base]. A document of several parts counts once.
func (b *Base) Delete(ctx context.Context, sel knowledge.Selection) (int, error) {
	if err := b.check(ctx); err != nil {
		return 0, err
	}
	if sel.Scope.IsZero() {
		return 0, fmt.Errorf("%w: selection without a scope", knowledge.ErrScope)
	}
	if sel.IsEmpty() {
		return 0, fmt.Errorf("%w: selection names nothing", knowledge.ErrQuery)
	}
	where, args := selectionSQL(sel)
	deleted := 0
	err := b.write(ctx, func(tx *sql.Tx) error {
		documents, err := collect[string](ctx, tx, `SELECT DISTINCT document FROM files WHERE `+where, args...)
		if err != nil {
			return err
		}
		for _, document := range documents {
			ids, err := collect[int64](ctx, tx, `SELECT id FROM files WHERE document = ?`, document)
			if err != nil {
				return err
			}
			for _, id := range ids {
				if err := b.deleteFile(ctx, tx, id); err != nil {
					return err
				}
			}
		}
		deleted = len(documents)
		return nil
	})
	if err != nil {
		return 0, err
	}
	return deleted, nil
}

// selectionSQL returns the condition on files that a selection means.
func selectionSQL(sel knowledge.Selection) (where string, args []any) {
	low, high := sel.Scope.Range()
	conditions := []string{`folder IN (SELECT id FROM folders WHERE folder >= ? AND folder < ?)`}
	args = []any{low, high}
	for _, c := range []struct{ condition, value string }{
		{`document = ?`, sel.Name}, {`url = ?`, sel.URL}, {`source_id = ?`, sel.SourceID},
	} {
		if c.value == "" {
			continue
		}
		if c.condition == `document = ?` {
			c.value = sel.Scope.Folder() + c.value
		}
		conditions, args = append(conditions, c.condition), append(args, c.value)
	}
	if !sel.Before.IsZero() {
		conditions, args = append(conditions, `retrieved_at < ?`), append(args, sel.Before.UnixMilli())
	}
	return strings.Join(conditions, " AND "), args
}

// Stats is [knowledge.Base].
func (b *Base) Stats(ctx context.Context, scope knowledge.Scope) (*knowledge.Stats, error) {
	if err := b.check(ctx); err != nil {
		return nil, err
	}
	if scope.IsZero() {
		return nil, fmt.Errorf("%w: statistics without a scope", knowledge.ErrScope)
	}
	low, high := scope.Range()
	var s knowledge.Stats
	var oldest, newest sql.NullInt64
	err := b.read(ctx, func(tx *sql.Tx) error {
		err := tx.QueryRowContext(ctx, `SELECT coalesce(sum(files), 0), coalesce(sum(chunks), 0), coalesce(sum(bytes), 0)
			FROM folders WHERE folder >= ? AND folder < ?`, low, high).Scan(&s.Documents, &s.Chunks, &s.Bytes)
		if err != nil {
			return err
		}
		return tx.QueryRowContext(ctx, `SELECT min(retrieved_at), max(retrieved_at) FROM files
			WHERE folder IN (SELECT id FROM folders WHERE folder >= ? AND folder < ?)`, low, high).Scan(&oldest, &newest)
	})
	if oldest.Valid {
		s.Oldest, s.Newest = milliseconds(oldest.Int64), milliseconds(newest.Int64)
	}
	return &s, err
}

// Conversation is [knowledge.Conversations].
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
		return tx.QueryRowContext(ctx, `INSERT INTO conversations VALUES (?, ?, ?, ?)
			ON CONFLICT (workspace, thread) DO UPDATE SET workspace = excluded.workspace RETURNING id`,
			workspace, threadKey, newID(), b.opts.Now().UnixMilli()).Scan(&id)
	})
	return id, err
}

// newID returns 64 random bits in hexadecimal.
func newID() string {
	var bits [8]byte
	_, _ = rand.Read(bits[:]) // never fails: see crypto/rand
	return hex.EncodeToString(bits[:])
}
