package mcpserver

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"strconv"
	"sync"
	"time"

	"github.com/webfetch-mcp/webfetch-go/webfetch"
)

// share puts the packet that is stored under a name where other servers find it. A
// PacketStore that fails is as good as none: the packet stays here.
func (s *Server) share(ctx context.Context, st *store, principal, name string) {
	if s.opts.Packets == nil {
		return
	}
	e := st.find(principal, name)
	if e == nil {
		return
	}
	stamp := strconv.FormatInt(e.at.UnixMilli(), 10)
	packed := joinTexts(stamp, e.title, string(e.packed), string(e.screenshot))
	_ = s.opts.Packets.Put(ctx, st.sharedKey(principal, name), packed, st.left(e))
}

// findStored returns the entry with a name, of this server or of those that it
// shares packets with, or nil.
func (s *Server) findStored(ctx context.Context, st *store, principal, name string) *stored {
	if e := st.find(principal, name); e != nil || s.opts.Packets == nil || name == "" || st.ttl <= 0 {
		return e
	}
	packed, err := s.opts.Packets.Get(ctx, st.sharedKey(principal, name))
	if err != nil || packed == nil {
		return nil
	}
	e := readShared(packed)
	if e == nil || st.left(e) <= 0 {
		return nil
	}
	e.name = name
	e.size = sync.OnceValue(func() int64 { return packetSize(st.unpack(e)) })
	return e
}

// getStored is findStored of the packet itself.
func (s *Server) getStored(ctx context.Context, st *store, principal, name string) *webfetch.Packet {
	if e := s.findStored(ctx, st, principal, name); e != nil {
		return st.unpack(e)
	}
	return nil
}

// readShared reads what share has written, nil if that can't be done.
func readShared(packed []byte) *stored {
	var parts [4][]byte
	if err := splitTexts(packed, parts[:]); err != nil {
		return nil
	}
	stamp, err := strconv.ParseInt(string(parts[0]), 10, 64)
	if err != nil {
		return nil
	}
	e := &stored{at: time.UnixMilli(stamp), title: string(parts[1]), packed: parts[2]}
	if len(parts[3]) > 0 {
		e.screenshot = parts[3]
	}
	return e
}

// sharedKey names a packet of a principal among those of all servers.
func (s *store) sharedKey(principal, name string) string {
	kind := "packet"
	if s.whole {
		kind = "snapshot"
	}
	sum := sha256.Sum256(joinTexts(kind, principal, name))
	return hex.EncodeToString(sum[:])
}
