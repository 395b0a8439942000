package main

import (
	"math"
	"runtime/debug"
	"testing"
	"testing/synctest"
	"time"

	"github.com/stretchr/testify/assert"
)

func TestLimitMemory(t *testing.T) {
	was := debug.SetMemoryLimit(math.MaxInt64)
	defer debug.SetMemoryLimit(was)
	limitMemory()
	assert.EqualValues(t, 512<<20, debug.SetMemoryLimit(-1))
	debug.SetMemoryLimit(1 << 30)
	limitMemory()
	assert.EqualValues(t, 1<<30, debug.SetMemoryLimit(-1), "a limit that is set already stays")
}

func TestDelayCollection(t *testing.T) {
	was := debug.SetGCPercent(100)
	defer debug.SetGCPercent(was)
	percent := func() int {
		now := debug.SetGCPercent(100)
		debug.SetGCPercent(now)
		return now
	}
	synctest.Test(t, func(t *testing.T) {
		delayCollection()
		assert.Equal(t, 200, percent())
		time.Sleep(time.Second)
		synctest.Wait()
		assert.Equal(t, 100, percent())
		for _, set := range []int{-1, 50, 300} {
			debug.SetGCPercent(set)
			delayCollection()
			assert.Equal(t, set, percent(), "what GOGC sets stays")
			time.Sleep(2 * time.Second)
			synctest.Wait()
			assert.Equal(t, set, percent())
		}
	})
}
