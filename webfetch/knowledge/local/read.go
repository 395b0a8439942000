package local

import (
	"context"
	"database/sql"
	"errors"
	"fmt"

	"github.com/webfetch-mcp/webfetch-go/webfetch/knowledge"
	"github.com/webfetch-mcp/webfetch-go/webfetch/knowledge/internal/prepare"
)

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
			documents, err := collect[string](ctx, tx, `SELECT DISTINCT document FROM files WHERE document >= ? AND document < ?`, r[0], r[1])
			if err != nil {
				return err
			}
			ids, err := collect[int64](ctx, tx, `SELECT id FROM files WHERE document >= ? AND document < ?`, r[0], r[1])
			if err != nil {
				return err
			}
			for _, id := range ids {
				if err := b.deleteFile(ctx, tx, id); err != nil {
					return err
				}
			}
			deleted += len(documents)
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
