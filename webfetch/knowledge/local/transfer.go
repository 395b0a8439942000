package local

import (
	"bufio"
	"context"
	"database/sql"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"strings"
	"time"

	"github.com/webfetch-mcp/webfetch-go/webfetch/knowledge"
	"github.com/webfetch-mcp/webfetch-go/webfetch/knowledge/internal/filter"
	"github.com/webfetch-mcp/webfetch-go/webfetch/knowledge/internal/prepare"
)

// transferLine is a document, or a conversation, as a line of JSON. Documents
// are whole: those that are stored in parts are cut anew when they are read.
type transferLine struct {
	Type        string            `json:"type"` // document or conversation
	Folder      string            `json:"folder,omitempty"`
	Name        string            `json:"name,omitempty"`
	SourceID    string            `json:"source_id,omitempty"`
	URL         string            `json:"url,omitempty"`
	Title       string            `json:"title,omitempty"`
	RetrievedAt time.Time         `json:"retrieved_at,omitzero"`
	Metadata    map[string]string `json:"metadata,omitempty"`
	Context     string            `json:"context,omitempty"`
	PartBytes   int               `json:"part_bytes,omitempty"`
	Markdown    string            `json:"markdown,omitempty"`

	Workspace string `json:"workspace,omitempty"`
	Thread    string `json:"thread,omitempty"`
	ID        string `json:"id,omitempty"`
}

const (
	documentLine     = "document"
	conversationLine = "conversation"
	// maxTransferLine bounds a line that is read: the largest document, its
	// characters escaped.
	maxTransferLine = 6*prepare.MaxMarkdown + 1<<20
)

// Export writes the documents of a scope to w, one line of JSON each, those stored longest
// ago first. With all, it writes every document and the conversations instead, and the scope
// is ignored. It writes a snapshot of the file from its beginning, without later changes.
// Queries don't wait for a slow w; at most two exports and checks run at one time.
func (b *Base) Export(ctx context.Context, w io.Writer, scope knowledge.Scope, all bool) error {
	if err := b.check(ctx); err != nil {
		return err
	}
	if scope.IsZero() && !all {
		return fmt.Errorf("%w: export without a scope", knowledge.ErrScope)
	}
	low, high := filter.Range(scope)
	if all {
		low, high = "", "\U0010ffff"
	}
	encoder := json.NewEncoder(w)
	encoder.SetEscapeHTML(false)
	tx, err := b.long.BeginTx(ctx, nil)
	if err != nil {
		return b.translate(ctx, err)
	}
	defer func() { _ = tx.Rollback() }()
	if all {
		if err := exportConversations(ctx, tx, encoder); err != nil {
			return b.translate(ctx, err)
		}
	}
	documents, err := collect[string](ctx, tx, `SELECT f.document FROM files f JOIN folders d ON d.id = f.folder
		WHERE d.folder >= ? AND d.folder < ? AND f.part = 0 ORDER BY f.id`, low, high)
	if err != nil {
		return b.translate(ctx, err)
	}
	for _, document := range documents {
		line, err := readDocument(ctx, tx, document)
		if err != nil {
			return b.translate(ctx, err)
		}
		if err := encoder.Encode(line); err != nil {
			return err
		}
	}
	return nil
}

func exportConversations(ctx context.Context, tx *sql.Tx, encoder *json.Encoder) error {
	rows, err := tx.QueryContext(ctx, `SELECT workspace, thread, id FROM conversations ORDER BY workspace, thread`)
	if err != nil {
		return err
	}
	defer rows.Close()
	for rows.Next() {
		line := transferLine{Type: conversationLine}
		if err := rows.Scan(&line.Workspace, &line.Thread, &line.ID); err != nil {
			return err
		}
		if err := encoder.Encode(line); err != nil {
			return err
		}
	}
	return rows.Err()
}

// readDocument puts the parts of a document together.
func readDocument(ctx context.Context, tx *sql.Tx, document string) (*transferLine, error) {
	rows, err := tx.QueryContext(ctx, `SELECT f.key, f.source_id, f.url, f.title, f.retrieved_at, f.fields, f.parts, p.markdown
		FROM files f JOIN pages p ON p.file = f.id WHERE f.document = ? ORDER BY f.part`, document)
	if err != nil {
		return nil, err
	}
	defer rows.Close()
	line := &transferLine{Type: documentLine}
	var text strings.Builder
	for rows.Next() {
		var key, markdown string
		var retrieved int64
		var fields []byte
		var parts int
		if err := rows.Scan(&key, &line.SourceID, &line.URL, &line.Title, &retrieved, &fields, &parts, &markdown); err != nil {
			return nil, err
		}
		if text.Len() == 0 {
			line.RetrievedAt = milliseconds(retrieved)
			if err := json.Unmarshal(fields, &line.Metadata); err != nil {
				return nil, fmt.Errorf("%w: metadata of %s: %w", ErrFile, key, err)
			}
		}
		if parts > 1 {
			line.PartBytes = max(line.PartBytes, len(markdown))
		}
		text.WriteString(markdown)
	}
	line.Markdown = text.String()
	line.Folder, line.Name = filter.SplitKey(document)
	line.Context = line.Metadata["context"]
	for _, name := range prepare.OwnFields {
		delete(line.Metadata, name)
	}
	return line, rows.Err()
}

// Import stores the lines that [Base.Export] wrote, each in its folder, and
// returns the number of documents. A document of the same name is replaced; a
// conversation that is there keeps its ID. It stops at the first line that is
// wrong; what came before it stays.
func (b *Base) Import(ctx context.Context, r io.Reader) (int, error) {
	scanner := bufio.NewScanner(r)
	scanner.Buffer(nil, maxTransferLine)
	documents := 0
	for n := 1; scanner.Scan(); n++ {
		var line transferLine
		if err := json.Unmarshal(scanner.Bytes(), &line); err != nil {
			return documents, fmt.Errorf("knowledge/local: line %d: %w", n, err)
		}
		var err error
		switch line.Type {
		case documentLine:
			documents++
			err = b.importDocument(ctx, &line)
		case conversationLine:
			err = b.importConversation(ctx, &line)
		default:
			err = fmt.Errorf("unknown type %q", line.Type)
		}
		if err != nil {
			return documents, fmt.Errorf("knowledge/local: line %d: %w", n, err)
		}
	}
	return documents, scanner.Err()
}

func (b *Base) importDocument(ctx context.Context, line *transferLine) error {
	scope, err := knowledge.FolderScope(line.Folder)
	if err != nil {
		return err
	}
	size := line.PartBytes
	if size > 0 {
		size = max(size, prepare.MinFileBytes)
	}
	_, err = b.Put(ctx, knowledge.Document{
		Scope: scope, Name: line.Name, SourceID: line.SourceID, URL: line.URL, Title: line.Title, Markdown: line.Markdown,
		RetrievedAt: line.RetrievedAt, Context: line.Context, Metadata: line.Metadata, AnyQuality: true, MaxFileBytes: size,
	})
	return err
}

func (b *Base) importConversation(ctx context.Context, line *transferLine) error {
	if line.Workspace == "" || line.ID == "" {
		return errors.New("conversation without a workspace or an ID")
	}
	return b.write(ctx, func(tx *sql.Tx) error {
		_, err := tx.ExecContext(ctx, `INSERT INTO conversations VALUES (?,?,?,?) ON CONFLICT DO NOTHING`, line.Workspace, line.Thread, line.ID, b.opts.Now().UnixMilli())
		return err
	})
}
