package httpconn

import (
	"bytes"
	"context"
	"crypto/tls"
	"encoding/binary"
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
	assert.Empty(t, p.streams)
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
func speak(t *testing.T, before, after func(*http2.Framer, uint32)) (url string, p *Pool) {
	s, p := secure(t, true, nil)
	config := s.TLS.Clone()
	config.NextProtos = []string{protocol2}
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
	assert.Len(t, p.streams, 1)

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

func TestStreamsLeftOpenAreBounded(t *testing.T) {
	var in bytes.Buffer
	framer := http2.NewFramer(&in, nil)
	require.NoError(t, framer.WriteSettings())
	for i := range uint32(mostOpen + 1) {
		require.NoError(t, framer.WriteHeaders(http2.HeadersFrameParam{StreamID: 2*i + 1, EndHeaders: true}))
		if i > 0 && i%2 == 0 { // these end
			require.NoError(t, framer.WriteData(2*i+1, true, nil))
		}
	}
	filter := &frameFilter{Conn: &frames{r: &in}}
	_, err := io.ReadAll(filter)
	require.NoError(t, err)
	assert.Len(t, filter.open, mostOpen/2+1)

	for i := range uint32(mostOpen) {
		require.NoError(t, framer.WriteHeaders(http2.HeadersFrameParam{StreamID: 2*i + 5001, EndHeaders: true}))
	}
	_, err = io.ReadAll(filter)
	assert.Equal(t, errUnfinished, err)
	assert.Len(t, filter.open, mostOpen+1)
}

// frames are frames on a connection, to be read in pieces.
type frames struct {
	net.Conn
	r io.Reader
}

func (f *frames) Read(p []byte) (int, error) { return f.r.Read(p) }

// known is what is left of frames without those that are passed over, up to
// data that belongs to no response.
func known(in []byte) (out []byte) {
	open := map[uint32]bool{}
	for len(in) >= frameHeader {
		n := frameHeader + int(binary.BigEndian.Uint32(in[:4])>>8)
		id := binary.BigEndian.Uint32(in[5:]) &^ (1 << 31)
		if kind := in[3]; kind <= 9 && kind != 2 {
			switch {
			case kind == 1:
				open[id] = true
			case kind == 0 && !open[id]:
				return out
			}
			if kind <= 1 && in[4]&1 != 0 || kind == 3 {
				delete(open, id)
			}
			out = append(out, in[:min(n, len(in))]...)
		} else if n > frameHeader+longestSkip {
			return out
		}
		in = in[min(n, len(in)):]
	}
	return out
}

// FuzzFrameFilter holds that what x/net/http2 reads is what the server sent
// without the frames that are passed over, in whatever pieces it comes.
func FuzzFrameFilter(f *testing.F) {
	settings := "\x00\x00\x00\x04\x00\x00\x00\x00\x00"
	for _, seed := range []string{
		settings, settings + "\x00\x00\x03\x0a\x00\x00\x00\x00\x00abc" + "\x00\x00\x00\x01\x04\x00\x00\x00\x01" + "\x00\x00\x02\x00\x00\x00\x00\x00\x01xy",
		settings + "\x00\x40\x00\x0b\x00\x00\x00\x00\x00", settings + "\x00\x40\x01\x0b\x00\x00\x00\x00\x00z", "\x00\x00\x00\x06\x00\x00\x00\x00\x00", "",
	} {
		f.Add([]byte(seed), 5)
	}
	f.Fuzz(func(t *testing.T, in []byte, piece int) {
		filter := &frameFilter{Conn: &frames{r: bytes.NewReader(in)}}
		buf := make([]byte, min(max(piece, 1), 100))
		var out []byte
		var err error
		for n := 0; err == nil; {
			n, err = filter.Read(buf)
			out = append(out, buf[:n]...)
		}
		want := known(in)
		if len(in) >= frameHeader && in[3] != byte(http2.FrameSettings) {
			want = nil
			assert.Equal(t, errNoSettings, err)
		}
		assert.Equal(t, want, out)
	})
}
