package webfetch

import (
	"strconv"
	"testing"
	"testing/synctest"
	"time"

	"github.com/stretchr/testify/assert"
)

func TestScriptedSitesAreForgotten(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		var s scriptedSites
		key := siteKey("a", "Harbour.example:8080")
		s.forget(key)
		s.add(key)
		assert.True(t, s.has(siteKey("a", "harbour.example:8080")))
		assert.False(t, s.has(siteKey("b", "harbour.example:8080")))
		assert.False(t, s.has(siteKey("a", "harbour.example")))
		time.Sleep(scriptedFor - time.Second)
		assert.True(t, s.has(key))
		time.Sleep(time.Second)
		assert.False(t, s.has(key), "its time is over")
	})
}

func TestScriptedSitesAreBounded(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		var s scriptedSites
		for i := range maxScripted {
			s.add(strconv.Itoa(i))
			time.Sleep(time.Millisecond)
		}
		assert.True(t, s.has("0"))
		s.add("0") // anew
		assert.Len(t, s.until, maxScripted)
		time.Sleep(time.Millisecond)
		s.add("one more")
		assert.Len(t, s.until, maxScripted)
		assert.True(t, s.has("0"))
		assert.False(t, s.has("1"), "the one noted first goes")
	})
}
