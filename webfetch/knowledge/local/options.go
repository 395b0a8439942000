package local

import (
	"context"
	"errors"
	"time"

	"github.com/webfetch-mcp/webfetch-go/webfetch/knowledge"
)

const (
	// leastMaxBytes is the smallest bound of a file: an empty one takes some of
	// it already.
	leastMaxBytes = 1 << 20
	// passageWords is the size of a passage in words, so that it is
	// the same in all languages: tokens are not. Two characters of Han, and four
	// of Thai, are taken for a word.
	passageWords = 350
)

// Options of [Open]. Only Path is needed.
type Options struct {
	// Path is the file of the base. It and its folder are made if they are not
	// there, for this user only. Beside it SQLite keeps two files whose names
	// end in -wal and -shm. The death of a process loses nothing; a loss of power may lose the last documents.
	Path string
	// Schema is the metadata that filters may name, see [knowledge.ValidateSchema]. It is not stored: another
	// one serves what is there already, too. Empty means none.
	Schema map[string]string
	// MaxBytes bounds the file in bytes: documents that were stored longest ago
	// make room for new ones, and a warning of [knowledge.Receipt] says so. Zero means
	// 1 GiB, negative no bound.
	MaxBytes int64
	// MaxFileBytes is when documents are cut, see [knowledge.Document]. Zero
	// means 4 MiB.
	MaxFileBytes int
	// Embedder makes vectors of passages and questions. Nil means that words alone
	// decide.
	Embedder Embedder
	// Reranker orders the best hits. Nil means by proximity and headings.
	Reranker Reranker
	// Answerer writes answers. Nil means answers in sentences of the passages.
	Answerer knowledge.Answerer
	// Now is the clock. Nil means time.Now.
	Now func() time.Time
}

// Embedder turns texts into vectors with a model. Implementations are safe for concurrent use, send every byte
// through the egress policy they were made with, and stop soon after ctx is done.
type Embedder interface {
	// Embed returns a vector for each text, all of one length. There may be thousands: it divides them into
	// requests.
	Embed(ctx context.Context, texts []string) ([][]float32, error)
	// Model names the model. Vectors of two models are never compared.
	Model() string
}

// Reranker scores passages by a question with a model: more is better. The same rules as for [Embedder].
type Reranker interface {
	// Rerank returns a score for each passage, in their order.
	Rerank(ctx context.Context, question string, passages []string) ([]float64, error)
}

func (o *Options) validate() error {
	switch {
	case o.Path == "":
		return errors.New("knowledge/local: options without a path")
	case o.MaxBytes > 0 && o.MaxBytes < leastMaxBytes:
		return errors.New("knowledge/local: max bytes is less than 1 MiB")
	case o.MaxFileBytes < 0:
		return errors.New("knowledge/local: max file bytes is negative")
	}
	return knowledge.ValidateSchema(o.Schema)
}
