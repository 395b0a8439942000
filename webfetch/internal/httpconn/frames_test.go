package httpconn_test

import (
	"bytes"
	"encoding/binary"
	"io"
	"net"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"golang.org/x/net/http2"

	"github.com/webfetch-mcp/webfetch-go/webfetch/internal/httpconn"
)

const (
	frameHeader = 9        // bytes
	longestSkip = 16 << 10 // bytes of a frame that is passed over
	mostOpen    = 1000     // responses that have not ended
)

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
	filter := httpconn.NewFrameFilter(&frames{r: &in})
	_, err := io.ReadAll(filter)
	require.NoError(t, err)
	assert.Equal(t, mostOpen/2+1, filter.Open())

	for i := range uint32(mostOpen) {
		require.NoError(t, framer.WriteHeaders(http2.HeadersFrameParam{StreamID: 2*i + 5001, EndHeaders: true}))
	}
	_, err = io.ReadAll(filter)
	assert.ErrorContains(t, err, "too many responses unfinished")
	assert.Equal(t, mostOpen+1, filter.Open())
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

// FuzzFrameFilter holds that what net/http reads is what the server sent
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
		filter := httpconn.NewFrameFilter(&frames{r: bytes.NewReader(in)})
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
			assert.ErrorContains(t, err, "does not begin HTTP/2 with SETTINGS")
		}
		assert.Equal(t, want, out)
	})
}
