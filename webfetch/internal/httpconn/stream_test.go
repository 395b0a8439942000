package httpconn_test

import (
	"bytes"
	"context"
	"fmt"
	"io"
	"net"
	"net/http"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"golang.org/x/net/http2"
	"golang.org/x/net/http2/hpack"

	"github.com/webfetch-mcp/webfetch-go/webfetch/internal/httpconn"
)

const streamKey = "https a.example.com:443"

// endpoint is the server's side of a connection of HTTP/2, below which there is
// no TLS.
type endpoint struct {
	*http2.Framer
	asked chan []hpack.HeaderField // the header of each request
	gone  chan struct{}            // closed when the client has closed the connection
	// answer, if set, is given each request. Writing is done in a goroutine of
	// its own, as a pipe keeps nothing.
	answer func(e *endpoint, stream uint32)
	deaf   bool // answers no PING
	write  chan func()
}

// begin makes a connection of HTTP/2 with a place for one request.
func begin(t *testing.T, p *httpconn.Pool, e *endpoint, settings ...http2.Setting) *httpconn.Stream {
	here, there := net.Pipe()
	e.Framer = http2.NewFramer(there, there)
	e.ReadMetaHeaders = hpack.NewDecoder(4096, nil)
	e.asked, e.gone, e.write = make(chan []hpack.HeaderField, 100), make(chan struct{}), make(chan func(), 100)
	go func() {
		for f := range e.write {
			f()
		}
	}()
	go func() {
		defer there.Close()
		defer close(e.write)
		defer close(e.gone)
		if _, err := io.ReadFull(there, make([]byte, len(http2.ClientPreface))); err != nil {
			return
		}
		e.write <- func() { _ = e.WriteSettings(settings...) }
		e.serve()
	}()
	s, err := p.NewStream(t.Context(), streamKey, "a.example.com:443", here)
	require.NoError(t, err)
	synctest.Wait()
	return s
}

func (e *endpoint) serve() {
	for {
		f, err := e.ReadFrame()
		if err != nil {
			return
		}
		switch f := f.(type) {
		case *http2.MetaHeadersFrame:
			e.asked <- f.Fields
			if e.answer != nil {
				e.write <- func() { e.answer(e, f.StreamID) }
			}
		case *http2.PingFrame:
			if !f.IsAck() && !e.deaf {
				e.write <- func() { _ = e.WritePing(true, f.Data) }
			}
		}
	}
}

// head writes the header of a response, with one field of so many bytes.
func (e *endpoint) head(stream uint32, long int, end bool) {
	var block bytes.Buffer
	enc := hpack.NewEncoder(&block)
	_ = enc.WriteField(hpack.HeaderField{Name: ":status", Value: "200"})
	_ = enc.WriteField(hpack.HeaderField{Name: "x", Value: strings.Repeat("~", long)})
	_ = e.WriteHeaders(http2.HeadersFrameParam{StreamID: stream, BlockFragment: block.Bytes(), EndHeaders: true, EndStream: end})
}

func headOnly(e *endpoint, stream uint32)   { e.head(stream, 1, false) }
func headAndEnd(e *endpoint, stream uint32) { e.head(stream, 1, true) }

func (e *endpoint) isGone() bool {
	synctest.Wait()
	select {
	case <-e.gone:
		return true
	default:
		return false
	}
}

// ask sends a request for which a place was reserved.
func ask(ctx context.Context, s *httpconn.Stream) (*http.Response, error) {
	req, err := http.NewRequestWithContext(ctx, "GET", "https://a.example.com:8443/path?q=1", nil)
	if err != nil {
		return nil, err
	}
	return s.Send(req)
}

func TestARequestOfHTTP2NamesItsURL(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		e, p := &endpoint{answer: headAndEnd}, &httpconn.Pool{}
		_, err := ask(t.Context(), begin(t, p, e))
		require.NoError(t, err)
		sent := map[string]string{}
		for _, f := range <-e.asked {
			sent[f.Name] = f.Value
		}
		assert.Equal(t, map[string]string{
			":scheme": "https", ":authority": "a.example.com:8443", ":path": "/path?q=1", ":method": "GET", "user-agent": "Go-http-client/2.0",
		}, sent, "and no Accept-Encoding")
		p.Close()
		assert.True(t, e.isGone())
	})
}

func TestPlacesOnAConnectionOfHTTP2(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		e, p := &endpoint{answer: headOnly}, &httpconn.Pool{}
		s := begin(t, p, e, http2.Setting{ID: http2.SettingMaxConcurrentStreams, Val: 2})
		assert.Same(t, s, p.Reserve(streamKey), "the last place")
		assert.Nil(t, p.Reserve(streamKey), "one over")
		first, err := ask(t.Context(), s)
		require.NoError(t, err)
		second, err := ask(t.Context(), s)
		require.NoError(t, err)
		assert.Nil(t, p.Reserve(streamKey), "the places are taken")
		assert.Equal(t, 1, p.Streams(), "a connection without a place is kept")

		e.write <- func() { _ = e.WriteData(1, true, nil) }
		_, err = io.ReadAll(first.Body)
		require.NoError(t, err)
		synctest.Wait()
		assert.Same(t, s, p.Reserve(streamKey), "free again")
		assert.Nil(t, p.Reserve(streamKey))
		s.Release()

		p.Close()
		assert.False(t, e.isGone(), "a request is under way")
		assert.Nil(t, p.Reserve(streamKey))
		e.write <- func() { _ = e.WriteData(3, true, []byte("hello")) }
		body, err := io.ReadAll(second.Body)
		require.NoError(t, err)
		assert.Equal(t, "hello", string(body))
		assert.True(t, e.isGone(), "it was the last")
	})
}

func TestARetiredConnectionEndsWhateverItsLastRequestEndsWith(t *testing.T) {
	ends := map[string]func(s *httpconn.Stream, cancel func()){
		"cancelled":  func(s *httpconn.Stream, cancel func()) { cancel() },
		"never sent": func(s *httpconn.Stream, _ func()) { s.Release() },
	}
	for what, end := range ends {
		t.Run(what, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				e, p := &endpoint{}, &httpconn.Pool{}
				s := begin(t, p, e)
				ctx, cancel := context.WithCancel(t.Context())
				if what == "cancelled" {
					go func() {
						_, err := ask(ctx, s)
						assert.ErrorIs(t, err, context.Canceled)
					}()
				}
				synctest.Wait()
				p.Close()
				assert.False(t, e.isGone())
				end(s, cancel)
				cancel()
				assert.True(t, e.isGone())
			})
		})
	}
}

func TestConnectionsOfHTTP2ThatTakeNoMoreAreForgotten(t *testing.T) {
	tests := map[string]func(e *endpoint){
		"idle for too long": func(*endpoint) { time.Sleep(time.Minute + time.Second) },
		"GOAWAY":            func(e *endpoint) { e.write <- func() { _ = e.WriteGoAway(1, http2.ErrCodeNo, nil) } },
		"SETTINGS": func(e *endpoint) {
			e.write <- func() { _ = e.WriteSettings(http2.Setting{ID: http2.SettingMaxConcurrentStreams, Val: 0}) }
		},
	}
	for what, end := range tests {
		t.Run(what, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				e, p := &endpoint{answer: headAndEnd}, &httpconn.Pool{IdleTimeout: time.Minute}
				s := begin(t, p, e)
				_, err := ask(t.Context(), s)
				require.NoError(t, err)
				time.Sleep(59 * time.Second)
				require.Same(t, s, p.Reserve(streamKey))
				_, err = ask(t.Context(), s)
				require.NoError(t, err)
				end(e)
				synctest.Wait()
				assert.Nil(t, p.Reserve(streamKey))
				assert.Zero(t, p.Streams())
				time.Sleep(2 * time.Minute)
				assert.True(t, e.isGone())
			})
		})
	}
}

// A request to a server that has fallen silent ends; one that only takes its
// time is waited for.
func TestAServerOfHTTP2IsAskedWhetherItIsThere(t *testing.T) {
	for _, deaf := range []bool{false, true} {
		t.Run(fmt.Sprintf("deaf %v", deaf), func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				e, p := &endpoint{deaf: deaf}, &httpconn.Pool{}
				s := begin(t, p, e)
				ctx, cancel := context.WithTimeout(t.Context(), 5*time.Minute)
				defer cancel()
				began := time.Now()
				_, err := ask(ctx, s)
				took := time.Since(began)
				if deaf {
					assert.ErrorContains(t, err, "connection lost")
					assert.Equal(t, 30*time.Second, took)
				} else {
					assert.ErrorIs(t, err, context.DeadlineExceeded)
					assert.Equal(t, 5*time.Minute, took)
				}
				p.Close()
				assert.True(t, e.isGone())
			})
		})
	}
}

func TestHeadersOfHTTP2AreBounded(t *testing.T) {
	for long, fits := range map[int]bool{1900: true, 2500: false} {
		synctest.Test(t, func(t *testing.T) {
			e, p := &endpoint{answer: func(e *endpoint, stream uint32) { e.head(stream, long, true) }}, &httpconn.Pool{MaxHeaderBytes: 2000}
			_, err := ask(t.Context(), begin(t, p, e))
			assert.Equal(t, fits, err == nil, "%d bytes: %v", long, err)
			p.Close()
		})
	}
}

func TestANewConnectionWithoutAPlace(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		here, there := net.Pipe()
		there.Close()
		p := &httpconn.Pool{}
		_, err := p.NewStream(t.Context(), streamKey, "a.example.com:443", here)
		assert.Error(t, err)
		assert.Zero(t, p.Streams())
	})
}

// Where net/http is told to be without HTTP/2, it is not offered.
func TestHTTP2TurnedOff(t *testing.T) {
	t.Setenv("GODEBUG", "http2client=0")
	s, p := secure(t, true, func(w http.ResponseWriter, r *http.Request) { fmt.Fprint(w, r.Proto) })
	_, body, err := send(t.Context(), p, "GET", s.URL)
	require.NoError(t, err)
	assert.Equal(t, "HTTP/1.1", body)
}
