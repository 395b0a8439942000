package httpconn_test

import (
	"bytes"
	"context"
	"crypto/tls"
	"fmt"
	"io"
	"log"
	"net"
	"net/http"
	"sync"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"golang.org/x/net/http2"
	"golang.org/x/net/http2/hpack"

	"github.com/webfetch-mcp/webfetch-go/webfetch/internal/httpconn"
)

func TestRequestsShareAConnectionOfHTTP2(t *testing.T) {
	gate := make(chan struct{})
	s, p := secure(t, true, func(w http.ResponseWriter, r *http.Request) {
		if r.URL.Path == "/wait" {
			<-gate
		}
		fmt.Fprint(w, r.RemoteAddr)
	})
	_, first, err := send(t.Context(), p, "GET", s.URL)
	require.NoError(t, err)
	var wg sync.WaitGroup
	for range 5 {
		wg.Go(func() {
			_, body, err := send(t.Context(), p, "GET", s.URL+"/wait")
			assert.NoError(t, err)
			assert.Equal(t, first, body)
		})
	}
	close(gate)
	wg.Wait()
	p.Close()
	assert.Zero(t, p.Streams())
	_, next, err := send(t.Context(), p, "GET", s.URL)
	require.NoError(t, err)
	assert.NotEqual(t, first, next)
}

func TestCancellingARequestOfHTTP2(t *testing.T) {
	s, p := secure(t, true, func(w http.ResponseWriter, r *http.Request) {
		w.(http.Flusher).Flush()
		<-r.Context().Done()
	})
	ctx, cancel := context.WithTimeout(t.Context(), 50*time.Millisecond)
	defer cancel()
	_, _, err := send(ctx, p, "GET", s.URL)
	assert.ErrorIs(t, err, context.DeadlineExceeded)
}

// speak serves HTTP/2 by hand: before and after the answer to each request it
// writes what it is given.
func speak(t *testing.T, before, after func(*http2.Framer, uint32)) (url string, p *httpconn.Pool) {
	s, p := secure(t, true, nil)
	config := s.TLS.Clone()
	config.NextProtos = []string{"h2"}
	listener, err := tls.Listen("tcp", "127.0.0.1:0", config)
	require.NoError(t, err)
	t.Cleanup(func() { listener.Close() })
	go func() {
		for {
			c, err := listener.Accept()
			if err != nil {
				return
			}
			go answerFrames(c, before, after)
		}
	}()
	return "https://" + listener.Addr().String(), p
}

func answerFrames(c net.Conn, before, after func(*http2.Framer, uint32)) {
	defer c.Close()
	if _, err := io.ReadFull(c, make([]byte, len(http2.ClientPreface))); err != nil {
		return
	}
	framer := http2.NewFramer(c, c)
	before(framer, 0)
	_ = framer.WriteSettings()
	for {
		f, err := framer.ReadFrame()
		if err != nil {
			return
		}
		if f, isRequest := f.(*http2.HeadersFrame); isRequest {
			var block bytes.Buffer
			_ = hpack.NewEncoder(&block).WriteField(hpack.HeaderField{Name: ":status", Value: "200"})
			_ = framer.WriteHeaders(http2.HeadersFrameParam{StreamID: f.StreamID, BlockFragment: block.Bytes(), EndHeaders: true})
			after(framer, f.StreamID)
			_ = framer.WriteData(f.StreamID, true, []byte("hello"))
		}
	}
}

func TestFramesThatNobodyKnowsAreNotLogged(t *testing.T) {
	var logged bytes.Buffer
	log.SetOutput(&logged)
	defer log.SetOutput(io.Discard)
	nothing := func(*http2.Framer, uint32) {}
	url, p := speak(t, nothing, func(f *http2.Framer, stream uint32) {
		for range 10 {
			_ = f.WriteRawFrame(0xa, 0, 0, []byte("alternative services"))
			_ = f.WriteRawFrame(0xbe, 0xff, stream, nil)
			_ = f.WriteRawFrame(http2.FramePriorityUpdate, 0, 0, []byte("\x00\x00\x00\x01u=1"))
			_ = f.WritePriority(stream, http2.PriorityParam{Weight: 1})
		}
	})
	for range 2 {
		_, body, err := send(t.Context(), p, "GET", url)
		require.NoError(t, err)
		assert.Equal(t, "hello", body)
	}
	assert.Equal(t, 1, p.Streams())

	for what, after := range map[string]func(f *http2.Framer, stream uint32){
		"stream never asked for": func(f *http2.Framer, _ uint32) { _ = f.WriteData(101, false, []byte("poison")) },
		"pushed":                 func(f *http2.Framer, _ uint32) { _ = f.WriteData(2, false, []byte("poison")) },
		"after the end": func(f *http2.Framer, stream uint32) {
			_ = f.WriteData(stream, true, []byte("hello"))
			_ = f.WriteData(stream, false, []byte("poison"))
		},
	} {
		url, p = speak(t, nothing, after)
		_, body, _ := send(t.Context(), p, "GET", url)
		assert.NotContains(t, body, "poison", what)
	}
	url, p = speak(t, func(f *http2.Framer, _ uint32) { _ = f.WritePing(false, [8]byte{}) }, nothing)
	_, _, err := send(t.Context(), p, "GET", url)
	assert.Error(t, err)
	assert.Empty(t, logged.String())
}
