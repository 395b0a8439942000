package webfetch_test

import (
	"bytes"
	"fmt"
	"math/rand/v2"
	"net/http"
	"strconv"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"

	"github.com/webfetch-mcp/webfetch-go/webfetch"
)

// prose is a body that can be compressed to about a tenth.
func prose(n int) []byte {
	return bytes.Repeat([]byte("the water is high in the morning and low at noon. "), n/50)
}

// library has bodies of both kinds, each of its own, and answers with any status.
func library(w http.ResponseWriter, r *http.Request) {
	kind, rest, _ := strings.Cut(strings.TrimPrefix(r.URL.Path, "/"), "/")
	n, _ := strconv.Atoi(rest)
	w.Header().Set("Content-Type", "text/plain")
	switch kind {
	case "prose":
		_, _ = w.Write(append(prose(100_000), rest...))
	case "longprose":
		_, _ = w.Write(prose(3 << 20))
	case "noise", "longnoise":
		length := 100_000
		if kind == "longnoise" {
			length = 2 << 20
		}
		random, body := rand.New(rand.NewPCG(1, uint64(n))), make([]byte, length)
		for i := range body {
			body[i] = ' ' + byte(random.IntN(95))
		}
		_, _ = w.Write(body)
	case "status":
		w.WriteHeader(n)
	}
}

// readInTurn reads the paths one after the other in one batch that holds a megabyte and a
// cache that holds nothing.
func readInTurn(t *testing.T, paths ...string) *site {
	s := serving(t, library)
	c := s.client(t, func(o *webfetch.Options) {
		o.IgnoreRobots, o.Cache.Store, o.Cache.MaxBytes = true, noCache{}, 1<<20
	})
	next := make(chan struct{}, 1)
	next <- struct{}{}
	bodies := map[string][]byte{}
	for p, err := range c.FetchAll(t.Context(), func(yield func(webfetch.Request) bool) {
		for _, path := range paths {
			<-next
			if !yield(webfetch.Request{URL: s.URL + path, Extract: webfetch.ExtractOptions{RawOnly: true}}) {
				return
			}
		}
	}) {
		next <- struct{}{}
		if err == nil {
			if before, again := bodies[p.OriginalURL]; again {
				assert.True(t, bytes.Equal(before, p.Raw), p.OriginalURL)
			}
			bodies[p.OriginalURL] = p.Raw
		}
	}
	return s
}

func TestABatchHoldsMoreThanItsBytes(t *testing.T) {
	var paths []string
	for range 2 {
		for i := range 40 { // 4 MB
			paths = append(paths, fmt.Sprint("/prose/", i))
		}
	}
	s := readInTurn(t, paths...)
	for i := range 40 {
		assert.Equal(t, 1, s.count(fmt.Sprint("/prose/", i)), "%d", i)
	}
}

func TestABatchIsBounded(t *testing.T) {
	var paths []string
	for i := range 60 {
		paths = append(paths, fmt.Sprint("/noise/", i), "/noise/0")
	}
	s := readInTurn(t, append(paths, "/noise/1", "/noise/59", "/longnoise/0", "/longnoise/0", "/noise/59", "/longprose/0", "/longprose/0")...)
	assert.Equal(t, 1, s.count("/noise/0"), "what is used stays")
	assert.Equal(t, 2, s.count("/noise/1"), "what was used least recently goes")
	assert.Equal(t, 1, s.count("/noise/59"), "what is larger than all costs the others nothing")
	assert.Equal(t, 2, s.count("/longnoise/0"))
	assert.Equal(t, 1, s.count("/longprose/0"), "compressed it has room")
}

func TestABatchKeepsNoAnswerThatMayPass(t *testing.T) {
	statuses := map[int]bool{200: true, 404: true, 410: true, 429: false, 500: false, 503: false}
	for status, kept := range statuses {
		path := fmt.Sprint("/status/", status)
		want := 2
		if kept {
			want = 1
		}
		assert.Equal(t, want, readInTurn(t, path, path).count(path), path)
	}
}
