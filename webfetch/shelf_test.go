package webfetch

import (
	"bytes"
	"fmt"
	"math/rand/v2"
	"net/http"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// prose is a body that can be compressed to about a tenth.
func prose(n int) []byte {
	return bytes.Repeat([]byte("the water is high in the morning and low at noon. "), n/50)
}

func TestAShelfHoldsMoreThanItsBytes(t *testing.T) {
	s := newShelf(1 << 20)
	for i := range 40 { // 4 MB
		s.put(fmt.Sprint(i), &load{status: http.StatusOK, body: append(prose(100_000), byte(i))})
	}
	assert.LessOrEqual(t, s.bytes, s.maxBytes)
	for i := range 40 {
		got := s.get(fmt.Sprint(i))
		require.NotNil(t, got, "%d", i)
		assert.Equal(t, append(prose(100_000), byte(i)), got.body)
		assert.True(t, got.cached)
	}
}

func TestAShelfIsBounded(t *testing.T) {
	s := newShelf(1 << 20)
	noise := make([]byte, 100_000)
	for i := range noise {
		noise[i] = byte(rand.Uint32())
	}
	for i := range 200 {
		s.put(fmt.Sprint(i), &load{status: http.StatusOK, body: noise, screenshot: make([]byte, i), header: http.Header{"X": {"y"}}})
		require.LessOrEqual(t, s.bytes, s.maxBytes)
		require.Equal(t, len(s.held), s.order.Len())
		require.NotNil(t, s.get("0"), "what is used stays")
	}
	assert.Nil(t, s.get("1"), "what was used least recently goes")
	assert.NotNil(t, s.get("199"))
	total := int64(0)
	for e := s.order.Front(); e != nil; e = e.Next() {
		total += e.Value.(*shelved).size()
	}
	assert.Equal(t, total, s.bytes)
	s.put("large", &load{status: http.StatusOK, body: bytes.Repeat(noise, 20)})
	assert.Nil(t, s.get("large"))
	assert.NotNil(t, s.get("199"), "what is larger than all costs the others nothing")
	s.put("long", &load{status: http.StatusOK, body: prose(3 << 20)})
	require.NotNil(t, s.get("long"), "compressed it has room")
	assert.Len(t, s.get("long").body, len(prose(3<<20)))
}

func TestAShelfKeepsNoAnswerThatMayPass(t *testing.T) {
	s := newShelf(1 << 20)
	for status, kept := range map[int]bool{200: true, 304: true, 404: true, 410: true, 429: false, 500: false, 503: false} {
		key := fmt.Sprint(status)
		s.put(key, &load{status: status})
		assert.Equal(t, kept, s.get(key) != nil, key)
	}
	var none *shelf
	none.put("a", &load{status: 200})
	assert.Nil(t, none.get("a"))
}
