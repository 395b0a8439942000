package classifier

import (
	"context"
	"errors"
	"maps"
	"net/http"
	"strings"
	"sync"

	"github.com/webfetch-mcp/webfetch-go/compact/gateway/httpapi"
	"github.com/webfetch-mcp/webfetch-go/security/injection"
)

// Category is the category of the findings of a [Scanner].
const Category = "classified"

// Scanner asks a classifier. Make it with [New]. It is safe for concurrent use.
type Scanner struct {
	opts   Options
	api    *httpapi.Client
	header http.Header
	labels map[string]bool // in lower case: whether they are harmful
}

// New returns a scanner. Errors name the option that is wrong. Nothing is sent.
func New(opts Options) (*Scanner, error) {
	opts = opts.withDefaults()
	if err := opts.validate(); err != nil {
		return nil, err
	}
	api, err := httpapi.New(httpapi.Options{Policy: opts.Policy, Transport: opts.Transport, Timeout: opts.Timeout, Attempts: 2})
	if err != nil {
		return nil, err
	}
	s := &Scanner{opts: opts, api: api, header: http.Header{}, labels: map[string]bool{}}
	maps.Copy(s.header, opts.Header)
	if opts.Token != "" {
		s.header.Set("Authorization", "Bearer "+opts.Token)
	}
	for _, label := range opts.Harmless {
		s.labels[strings.ToLower(label)] = false
	}
	for _, label := range opts.Harmful {
		s.labels[strings.ToLower(label)] = true
	}
	return s, nil
}

// Close closes connections that no call is using. The scanner can be used
// afterwards.
func (s *Scanner) Close() error {
	s.api.CloseIdleConnections()
	return nil
}

// Scan asks the classifier about what is shown and the pieces that were kept out
// of it, passage by passage. Findings come in the order of the texts. An error
// says that some passages could not be judged; findings of others come with it.
func (s *Scanner) Scan(ctx context.Context, shown string, removed []injection.HiddenText) ([]injection.Finding, error) {
	ctx, cancel := context.WithTimeout(ctx, s.opts.Timeout)
	defer cancel()
	passages, left := s.passages(shown, removed)
	verdicts, err := s.ask(ctx, passages)
	var found []injection.Finding
	for i, v := range verdicts {
		if v.score >= s.opts.Suspect {
			found = append(found, s.finding(passages[i], v))
		}
	}
	return append(found, left...), err
}

// verdict is the result of the classifier for one passage.
type verdict struct {
	label string
	score float64 // that it is an instruction; below 0 for one that was not judged
}

// unjudged is the score of a passage that was not judged.
const unjudged = -1

// ask asks about all passages, batch by batch, a few at a time. After an error no
// further batch is begun.
func (s *Scanner) ask(ctx context.Context, passages []passage) ([]verdict, error) {
	verdicts := make([]verdict, len(passages))
	for i := range verdicts {
		verdicts[i].score = unjudged
	}
	ctx, cancel := context.WithCancelCause(ctx)
	defer cancel(nil)
	room := make(chan struct{}, s.opts.Concurrency)
	var group sync.WaitGroup
	for from := 0; from < len(passages); from += s.opts.Batch {
		to := min(len(passages), from+s.opts.Batch)
		select {
		case room <- struct{}{}:
		case <-ctx.Done():
		}
		if ctx.Err() != nil {
			break
		}
		group.Go(func() {
			defer func() { <-room }()
			answer, err := s.batch(ctx, passages[from:to])
			if err != nil {
				cancel(err)
				return
			}
			copy(verdicts[from:to], answer)
		})
	}
	group.Wait()
	return verdicts, context.Cause(ctx)
}

// batch asks about a few passages in one request.
func (s *Scanner) batch(ctx context.Context, passages []passage) ([]verdict, error) {
	texts := make([]string, len(passages))
	for i, p := range passages {
		texts[i] = p.text
	}
	body, err := s.encode(texts)
	if err != nil {
		return nil, err
	}
	res, err := s.api.Do(ctx, httpapi.Request{Op: "classify", URL: s.opts.Endpoint, Header: s.header, Body: body})
	if err != nil {
		return nil, err
	}
	verdicts, err := s.decode(res.Body)
	if err == nil && len(verdicts) != len(texts) {
		err = errors.New("the answer is about another number of texts")
	}
	if err != nil {
		return nil, &httpapi.Error{Op: "classify", Kind: httpapi.Malformed, Status: res.Status, Err: err}
	}
	return verdicts, nil
}

// finding is that of a passage.
func (s *Scanner) finding(p passage, v verdict) injection.Finding {
	f := injection.Finding{
		Text: clip(p.text, 500), Reason: "the classifier calls it " + word(v.label), Category: Category, Score: v.score,
		Level: injection.Suspect, Scanner: s.opts.Name, Location: p.location,
	}
	if v.score >= s.opts.Certain {
		f.Level = injection.Certain
	}
	f.Start, f.End = p.start, p.start+len(p.text)
	return f
}

// word keeps what a label is made of.
func word(label string) string {
	label = strings.Map(func(r rune) rune {
		if r == '_' || r == '-' || r >= '0' && r <= '9' || r >= 'a' && r <= 'z' || r >= 'A' && r <= 'Z' {
			return r
		}
		return -1
	}, label)
	if label == "" {
		return "harmful"
	}
	return clip(label, 40)
}
