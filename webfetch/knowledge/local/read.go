package local

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"strings"

	"github.com/webfetch-mcp/webfetch-go/webfetch/knowledge"
	"github.com/webfetch-mcp/webfetch-go/webfetch/knowledge/internal/filter"
	"github.com/webfetch-mcp/webfetch-go/webfetch/knowledge/internal/queries"
)

// Read is [knowledge.Reader].
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
func (b *Base) Delete(ctx context.Context, sel knowledge.Selection) (int, error) {
	if err := b.check(ctx); err != nil {
		return 0, err
	}
	if err := queries.ValidateSelection(sel); err != nil {
		return 0, err
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
	low, high := filter.Range(sel.Scope)
	conditions := []string{`folder IN (SELECT id FROM folders WHERE folder >= ? AND folder < ?)`}
	args = []any{low, high}
	for _, c := range []struct{ condition, value string }{
		{`document = ?`, sel.Name}, {`url = ?`, sel.URL}, {`source_id = ?`, sel.SourceID},
	} {
		if c.value == "" {
			continue
		}
		if c.condition == `document = ?` {
			c.value = sel.Scope.String() + c.value
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
	low, high := filter.Range(scope)
	var s knowledge.Stats
	err := b.retry(ctx, func() error {
		return b.reader.QueryRowContext(ctx, `SELECT count(*), coalesce(sum(f.chunks), 0), coalesce(sum(f.bytes), 0)
			FROM folders d JOIN files f ON f.folder = d.id WHERE d.folder >= ? AND d.folder < ?`, low, high).Scan(&s.Documents, &s.Chunks, &s.Bytes)
	})
	return &s, b.translate(ctx, err)
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
		return tx.QueryRowContext(ctx, `INSERT INTO conversations VALUES (?, ?, lower(hex(randomblob(8))), ?)
			ON CONFLICT (workspace, thread) DO UPDATE SET workspace = excluded.workspace RETURNING id`,
			workspace, threadKey, b.opts.Now().UnixMilli()).Scan(&id)
	})
	return id, err
}
