package mcpserver

import (
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"github.com/stretchr/testify/assert"

	"github.com/webfetch-mcp/webfetch-go/webfetch"
)

func packetOf(id string, length int) *webfetch.Packet {
	return &webfetch.Packet{SourceID: id, Content: strings.Repeat("x", length)}
}

func weight(p *webfetch.Packet) int64 {
	s := newStore(time.Hour, 1<<30)
	s.put("", "x", p)
	return s.used
}

func TestStoreExpires(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		s := newStore(5*time.Minute, 1<<20)
		s.put("a", "1", packetOf("1", 10))
		time.Sleep(5*time.Minute - time.Nanosecond)
		assert.NotNil(t, s.get("a", "1"))
		time.Sleep(time.Nanosecond)
		assert.Nil(t, s.get("a", "1"))
		assert.Zero(t, s.used)
		assert.Empty(t, s.tenants)
	})
}

func TestStoreRenews(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		s := newStore(time.Minute, 1<<20)
		assert.True(t, s.put("a", "1", packetOf("1", 10)))
		assert.True(t, s.put("a", "2", packetOf("2", 10)))
		time.Sleep(40 * time.Second)
		assert.False(t, s.put("a", "1", packetOf("1", 10)), "the list is the same")
		time.Sleep(40 * time.Second)
		assert.NotNil(t, s.get("a", "1"))
		assert.Nil(t, s.get("a", "2"))
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
	assert.Nil(t, s.get("a", "1"), "the oldest goes")
	assert.NotNil(t, s.get("a", "2"))

	assert.False(t, s.put("a", "5", packetOf("5", 100000)), "what can never fit is not stored")
	assert.NotNil(t, s.get("a", "4"), "and pushes nothing out")
}

func TestStoreIsFairAndPrivate(t *testing.T) {
	one := weight(packetOf("1", 1000))
	s := newStore(time.Hour, 4*one)
	s.put("quiet", "q", packetOf("q", 1000))
	for _, id := range []string{"1", "2", "3", "4", "5", "6"} {
		s.put("loud", id, packetOf(id, 1000))
	}
	assert.NotNil(t, s.get("quiet", "q"), "one principal can't push out another")
	assert.Nil(t, s.get("loud", "q"), "nor read what it has")
	assert.Nil(t, s.get("quiet", "6"))
	page, more := s.newest("loud", 0, 10)
	assert.Len(t, page, 3)
	assert.False(t, more)
}

func TestStoreTakesNoNamelessPacket(t *testing.T) {
	s := newStore(time.Hour, 1<<20)
	assert.False(t, s.put("a", "", packetOf("", 10)))
	assert.Nil(t, s.get("a", ""))
}
