package httpconn

import (
	"encoding/binary"
	"errors"
	"io"
	"math"
	"net"
	"net/http"
	"slices"
	"sync"
	"time"

	"golang.org/x/net/http2"
)

// protocol2 is HTTP/2 in the TLS handshake (RFC 9113, section 3.2).
const protocol2 = "h2"

// multiplexer makes connections of HTTP/2.
type multiplexer struct {
	once      sync.Once
	transport http2.Transport
}

// stream is a connection of HTTP/2, which takes several requests at a time.
type stream struct {
	conn *http2.ClientConn
	once bool // for one request only
}

// roundTrip sends one request, for which a place was reserved.
func (s *stream) roundTrip(req *http.Request) (*http.Response, error) {
	resp, err := s.conn.RoundTrip(req)
	if s.once {
		s.retire()
	}
	if err != nil {
		return nil, orCause(req.Context(), err)
	}
	return resp, nil
}

// retire lets the connection end with its last request.
func (s *stream) retire() {
	s.conn.SetDoNotReuse()
	if state := s.conn.State(); state.StreamsActive+state.StreamsReserved+state.StreamsPending == 0 {
		_ = s.conn.Close()
	}
}

func (p *Pool) newStream(key string, secure net.Conn) (*stream, error) {
	m := &p.multiple
	m.once.Do(func() {
		m.transport = http2.Transport{
			DisableCompression: true,
			MaxHeaderListSize:  uint32(min(orDefault(p.MaxHeaderBytes, 1<<20), math.MaxUint32)),
			ReadIdleTimeout:    15 * time.Second,
			PingTimeout:        15 * time.Second,
			WriteByteTimeout:   15 * time.Second,
			IdleConnTimeout:    orDefault(p.IdleTimeout, 90*time.Second),
		}
	})
	conn, err := m.transport.NewClientConn(&frameFilter{Conn: secure})
	if err != nil {
		return nil, err
	}
	s := &stream{conn: conn}
	if !conn.ReserveNewRequest() {
		return nil, net.ErrClosed
	}
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.closed {
		s.once = true
		return s, nil
	}
	if p.streams == nil {
		p.streams = map[string][]*stream{}
	}
	p.streams[key] = append(p.streams[key], s)
	return s, nil
}

// reserve returns a connection of HTTP/2 with a place for one more request, nil
// if there is none. It forgets those that have ended.
func (p *Pool) reserve(key string) *stream {
	p.mu.Lock()
	defer p.mu.Unlock()
	for _, s := range p.streams[key] {
		if s.conn.ReserveNewRequest() {
			return s
		}
	}
	p.forget(key)
	return nil
}

// forget drops the connections of HTTP/2 that take no more requests. p.mu is
// held.
func (p *Pool) forget(key string) {
	left := slices.DeleteFunc(p.streams[key], func(s *stream) bool {
		state := s.conn.State()
		return state.Closed || state.Closing
	})
	if len(left) == 0 {
		delete(p.streams, key)
		return
	}
	p.streams[key] = left
}

// closeIdleStreams closes what no request is using. What is in use ends with
// its last request, and is not used for another. p.mu is held.
func (p *Pool) closeIdleStreams() {
	for key, streams := range p.streams {
		for _, s := range streams {
			s.retire()
		}
		delete(p.streams, key)
	}
}

// frameFilter leaves out of what a server sends the frames that x/net/http2
// only logs: those of types that it does not know, which an endpoint must
// ignore (RFC 9113, section 5.5), and priorities, which servers have no use
// for. A connection is broken that does not begin with SETTINGS (section 3.4),
// or has DATA on a stream that no HEADERS have opened or that has ended (section
// 8.1), which x/net/http2 logs too.
type frameFilter struct {
	net.Conn
	open  map[uint32]bool // streams between HEADERS and their end
	head  [frameHeader]byte
	known int // bytes of head read
	given int // bytes of head handed on
	left  int // bytes of the payload to hand on
	begun bool
}

const (
	frameHeader = 9
	// longestSkip bounds a frame that is passed over: the default of
	// SETTINGS_MAX_FRAME_SIZE is the longest that a server may send.
	longestSkip = 16 << 10
	// mostOpen bounds the responses that a server has begun and not ended; those
	// of requests that were cancelled stay so.
	mostOpen = 1000
)

var (
	errNoSettings = errors.New("the server does not begin HTTP/2 with SETTINGS")
	errLongFrame  = errors.New("the server sends a frame longer than allowed")
	errStrayData  = errors.New("the server sends data that belongs to no response")
	errUnfinished = errors.New("the server leaves too many responses unfinished")
)

// Read hands on frames, head by head and payload by payload.
func (f *frameFilter) Read(p []byte) (int, error) {
	if len(p) == 0 {
		return 0, nil
	}
	if f.left == 0 && f.given == f.known {
		if err := f.next(); err != nil {
			return 0, err
		}
	}
	if f.given < f.known {
		n := copy(p, f.head[f.given:f.known])
		f.given += n
		return n, nil
	}
	n, err := f.Conn.Read(p[:min(len(p), f.left)])
	f.left -= n
	return n, err
}

// next reads the head of the next frame that is handed on.
func (f *frameFilter) next() error {
	for {
		f.known, f.given = 0, 0
		if _, err := io.ReadFull(f.Conn, f.head[:]); err != nil {
			return err
		}
		length, kind := int(binary.BigEndian.Uint32(f.head[:4])>>8), http2.FrameType(f.head[3])
		if !f.begun && kind != http2.FrameSettings {
			return errNoSettings
		}
		f.begun = true
		switch kind {
		case http2.FrameData, http2.FrameHeaders, http2.FrameRSTStream, http2.FrameSettings, http2.FramePushPromise,
			http2.FramePing, http2.FrameGoAway, http2.FrameWindowUpdate, http2.FrameContinuation:
			f.known, f.left = frameHeader, length
			return f.track(kind)
		}
		if length > longestSkip {
			return errLongFrame
		}
		if _, err := io.CopyN(io.Discard, f.Conn, int64(length)); err != nil {
			return err
		}
	}
}

// track follows the streams of responses by the head of a frame.
func (f *frameFilter) track(kind http2.FrameType) error {
	id := binary.BigEndian.Uint32(f.head[5:]) &^ (1 << 31)
	ends := http2.Flags(f.head[4]).Has(http2.FlagDataEndStream) // of DATA and HEADERS alike
	switch kind {
	case http2.FrameHeaders:
		if f.open == nil {
			f.open = map[uint32]bool{}
		}
		f.open[id] = true
		if len(f.open) > mostOpen {
			return errUnfinished
		}
	case http2.FrameData:
		if !f.open[id] {
			return errStrayData
		}
	case http2.FrameRSTStream:
		ends = true
	default:
		return nil
	}
	if ends {
		delete(f.open, id)
	}
	return nil
}
