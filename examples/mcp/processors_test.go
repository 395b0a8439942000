package main

import (
	"runtime"
	"testing"

	"github.com/stretchr/testify/assert"
)

func TestShareProcessors(t *testing.T) {
	before := runtime.GOMAXPROCS(0)
	defer runtime.GOMAXPROCS(before)
	shareProcessors("2")
	assert.Equal(t, before, runtime.GOMAXPROCS(0), "as it was set")
	shareProcessors("")
	assert.Equal(t, 2*before, runtime.GOMAXPROCS(0))
}
