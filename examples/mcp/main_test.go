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
	limitMemory(0)
	assert.EqualValues(t, math.MaxInt64, debug.SetMemoryLimit(-1), "0 is no limit")
	limitMemory(1 << 30)
	assert.EqualValues(t, 1<<30, debug.SetMemoryLimit(-1))
	limitMemory(2 << 30)
	assert.EqualValues(t, 1<<30, debug.SetMemoryLimit(-1), "a limit that is set already stays")
}
