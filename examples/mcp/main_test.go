package main

import (
	"math"
	"runtime/debug"
	"testing"

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
