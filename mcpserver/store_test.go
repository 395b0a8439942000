package mcpserver

import (
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/webfetch-mcp/webfetch-go/webfetch"
)

func packetOf(id string, length int) *webfetch.Packet {
	return &webfetch.Packet{SourceID: id, Content: strings.Repeat("x", length)}
}

func weight(p *webfetch.Packet) int64 {
	s := newStore(time.Hour, 1<<30)
	s.put("", "", p)
	return s.used
}

func TestStoreExpires(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		s := newStore(5*time.Minute, 1<<20)
		s.put("a", "k", packetOf("1", 10))
		time.Sleep(5*time.Minute - time.Nanosecond)
		assert.NotNil(t, s.packet("a", "1"))
		assert.NotNil(t, s.snapshot("a", "k"))
		time.Sleep(time.Nanosecond)
		assert.Nil(t, s.packet("a", "1"))
		assert.Nil(t, s.snapshot("a", "k"))
		assert.Zero(t, s.used)
		assert.Empty(t, s.tenants)
	})
}

func TestStoreRenews(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		s := newStore(time.Minute, 1<<20)
		assert.True(t, s.put("a", "k", packetOf("1", 10)))
		assert.True(t, s.put("a", "k2", packetOf("2", 10)))
		time.Sleep(40 * time.Second)
		assert.False(t, s.put("a", "k3", packetOf("1", 10)), "the list is the same")
		time.Sleep(40 * time.Second)
		assert.NotNil(t, s.packet("a", "1"))
		assert.Nil(t, s.packet("a", "2"))
		assert.NotNil(t, s.snapshot("a", "k"))
		assert.NotNil(t, s.snapshot("a", "k3"))
	})
}

func TestStoreIsBoundedInBytes(t *testing.T) {
	one := weight(packetOf("1", 1000))
	s := newStore(time.Hour, 3*one)
	for _, id := range []string{"1", "2", "3"} {
		s.put("a", id, packetOf(id, 1000))
	}
	assert.Equal(t, 3*one, s.used)
	s.put("a", "4", packetOf("4", 1000))
	assert.Nil(t, s.packet("a", "1"), "the oldest goes")
	assert.NotNil(t, s.packet("a", "2"))
	assert.Nil(t, s.snapshot("a", "1"))

	assert.False(t, s.put("a", "big", packetOf("5", 100000)), "what can never fit is not stored")
	assert.NotNil(t, s.packet("a", "4"), "and pushes nothing out")
}

func TestStoreIsFairAndPrivate(t *testing.T) {
	one := weight(packetOf("1", 1000))
	s := newStore(time.Hour, 4*one)
	s.put("quiet", "k", packetOf("q", 1000))
	for _, id := range []string{"1", "2", "3", "4", "5", "6"} {
		s.put("loud", "k", packetOf(id, 1000))
	}
	assert.NotNil(t, s.packet("quiet", "q"), "one principal can't push out another")
	assert.Nil(t, s.packet("loud", "q"), "nor read what it has")
	assert.Nil(t, s.packet("quiet", "6"))
	page, more := s.newest("loud", 0, 10)
	assert.Len(t, page, 3)
	assert.False(t, more)
}

func TestStoreKeepsFewKeys(t *testing.T) {
	s := newStore(time.Hour, 1<<20)
	for i := range 5 * mostKeys {
		s.put("a", itoa(i), packetOf("1", 10))
	}
	assert.Len(t, s.tenants["a"].byKey, mostKeys)
	assert.NotNil(t, s.snapshot("a", itoa(5*mostKeys-1)))
	assert.Nil(t, s.snapshot("a", "0"))
}

func TestStoreReplacesASnapshot(t *testing.T) {
	s := newStore(time.Hour, 1<<20)
	s.put("a", "k", packetOf("1", 10))
	s.put("a", "k", packetOf("2", 10))
	require.NotNil(t, s.snapshot("a", "k"))
	assert.Equal(t, "2", s.snapshot("a", "k").SourceID)
	assert.NotNil(t, s.packet("a", "1"), "the old version can be read by its ID")
}

func TestStoreTakesNoNamelessPacket(t *testing.T) {
	s := newStore(time.Hour, 1<<20)
	assert.False(t, s.put("a", "k", packetOf("", 10)))
	assert.Nil(t, s.packet("a", ""))
}
