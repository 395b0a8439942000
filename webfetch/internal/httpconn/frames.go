package httpconn

import (
	"encoding/binary"
	"errors"
	"io"
	"net"
)

// The types of frames (RFC 9113, section 6), as far as they are distinguished:
// those from frameData to frameContinuation are all that the protocol has.
const (
	frameData         = 0x0
	frameHeaders      = 0x1
	framePriority     = 0x2
	frameRSTStream    = 0x3
	frameSettings     = 0x4
	frameContinuation = 0x9

	// flagEndStream is the flag of DATA and HEADERS that end a stream.
	flagEndStream = 0x1
)

// frameFilter leaves out of what a server sends the frames that net/http only
// logs: those of types that it does not know, which an endpoint must ignore
// (RFC 9113, section 5.5), and priorities, which servers have no use for. A
// connection is broken that does not begin with SETTINGS (section 3.4), or has
// DATA on a stream that no HEADERS have opened or that has ended (section 8.1),
// which net/http logs too.
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
		length, kind := int(binary.BigEndian.Uint32(f.head[:4])>>8), f.head[3]
		if !f.begun && kind != frameSettings {
			return errNoSettings
		}
		f.begun = true
		if kind <= frameContinuation && kind != framePriority {
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
func (f *frameFilter) track(kind byte) error {
	id := binary.BigEndian.Uint32(f.head[5:]) &^ (1 << 31)
	ends := f.head[4]&flagEndStream != 0 // of DATA and HEADERS alike
	switch kind {
	case frameHeaders:
		if f.open == nil {
			f.open = map[uint32]bool{}
		}
		f.open[id] = true
		if len(f.open) > mostOpen {
			return errUnfinished
		}
	case frameData:
		if !f.open[id] {
			return errStrayData
		}
	case frameRSTStream:
		ends = true
	default:
		return nil
	}
	if ends {
		delete(f.open, id)
	}
	return nil
}
