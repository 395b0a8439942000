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
	b := newBatchBodies(1 << 20)
	for i := range 40 { // 4 MB
		b.put(fmt.Sprint(i), &response{status: http.StatusOK, body: append(prose(100_000), byte(i))})
	}
	assert.LessOrEqual(t, b.bytes, b.maxBytes)
	for i := range 40 {
		resp := b.get(fmt.Sprint(i))
		require.NotNil(t, resp, "%d", i)
		assert.Equal(t, append(prose(100_000), byte(i)), resp.body)
		assert.True(t, resp.cached)
	}
}

func TestAShelfIsBounded(t *testing.T) {
	b := newBatchBodies(1 << 20)
	noise := make([]byte, 100_000)
	for i := range noise {
		noise[i] = byte(rand.Uint32())
	}
	for i := range 200 {
		b.put(fmt.Sprint(i), &response{status: http.StatusOK, body: noise, screenshot: make([]byte, i), header: http.Header{"X": {"y"}}})
		require.LessOrEqual(t, b.bytes, b.maxBytes)
		require.Equal(t, len(b.held), b.order.Len())
		require.NotNil(t, b.get("0"), "what is used stays")
	}
	assert.Nil(t, b.get("1"), "what was used least recently goes")
	assert.NotNil(t, b.get("199"))
	total := int64(0)
	for e := b.order.Front(); e != nil; e = e.Next() {
		total += e.Value.(*storedBody).size()
	}
	assert.Equal(t, total, b.bytes)
	b.put("large", &response{status: http.StatusOK, body: bytes.Repeat(noise, 20)})
	assert.Nil(t, b.get("large"))
	assert.NotNil(t, b.get("199"), "what is larger than all costs the others nothing")
	b.put("long", &response{status: http.StatusOK, body: prose(3 << 20)})
	require.NotNil(t, b.get("long"), "compressed it has room")
	assert.Len(t, b.get("long").body, len(prose(3<<20)))
}

func TestAShelfKeepsNoAnswerThatMayPass(t *testing.T) {
	b := newBatchBodies(1 << 20)
	for status, kept := range map[int]bool{200: true, 304: true, 404: true, 410: true, 429: false, 500: false, 503: false} {
		key := fmt.Sprint(status)
		b.put(key, &response{status: status})
		assert.Equal(t, kept, b.get(key) != nil, key)
	}
	var none *batchBodies
	none.put("a", &response{status: 200})
	assert.Nil(t, none.get("a"))
}
