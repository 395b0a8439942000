package extracttest

import (
	"bytes"
	"fmt"
	"math/rand/v2"
	"testing"
	"time"

	"github.com/webfetch-mcp/webfetch-go/extract"
)

// cutOff requires an error or a sound document of every kind of truncation.
func cutOff(t *testing.T, e extract.Extractor, c Case) {
	step := max(1, len(c.Body)/40)
	for n := step / 2; n < len(c.Body); n += step {
		sound(t, e, c, c.Body[:n], fmt.Sprintf("cut off after %d bytes", n))
	}
}

// garbled requires an error or a sound document of flipped and random bytes.
func garbled(t *testing.T, e extract.Extractor, c Case) {
	r := rand.New(rand.NewPCG(1, uint64(len(c.Body))))
	for round := range 40 {
		body := bytes.Clone(c.Body)
		for range 1 + round/2 {
			if len(body) > 0 {
				body[r.IntN(len(body))] = byte(r.IntN(256))
			}
		}
		sound(t, e, c, body, fmt.Sprintf("garbled, round %d", round))
	}
	noise := make([]byte, 2000)
	for i := range noise {
		noise[i] = byte(r.IntN(256))
	}
	sound(t, e, c, noise, "random bytes")
}

// sound requires an error or a document that keeps all promises.
func sound(t *testing.T, e extract.Extractor, c Case, body []byte, what string) {
	doc, err := within(t, func() (*extract.Document, error) { return e.Extract(t.Context(), c.source(t, body)) })
	if err != nil {
		return
	}
	if err := Check(doc); err != nil {
		t.Errorf("%s: %v\nbody: %q", what, err, body[:min(len(body), 300)])
	}
}

// within runs f and fails t if it takes longer than patience or panics.
func within(t *testing.T, f func() (*extract.Document, error)) (*extract.Document, error) {
	t.Helper()
	type result struct {
		doc      *extract.Document
		err      error
		panicked any
	}
	done := make(chan result, 1)
	go func() {
		var r result
		defer func() {
			r.panicked = recover()
			done <- r
		}()
		r.doc, r.err = f()
	}()
	timer := time.NewTimer(patience)
	defer timer.Stop()
	select {
	case r := <-done:
		if r.panicked != nil {
			t.Fatalf("Extract panicked: %v", r.panicked)
		}
		return r.doc, r.err
	case <-timer.C:
		t.Fatalf("Extract has not returned after %v", patience)
		return nil, nil
	}
}

// patience bounds one extraction of a small document. It is generous: it is
// there to distinguish a hang from a slow machine.
const patience = 30 * time.Second
