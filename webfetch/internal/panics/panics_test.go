package panics_test

import (
	"errors"
	"io"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/webfetch-mcp/webfetch-go/webfetch/internal/panics"
)

func caught(value any) (err error) {
	defer panics.Catch(&err)
	if value != nil {
		panic(value)
	}
	return io.EOF
}

func TestCatch(t *testing.T) {
	assert.Equal(t, io.EOF, caught(nil), "without a panic the error stays")
	for value, text := range map[any]string{"broken": "panic: broken", 7: "panic: 7", io.EOF: "panic: EOF"} {
		err := caught(value)
		assert.EqualError(t, err, text)
		var stopped *panics.Error
		require.ErrorAs(t, err, &stopped)
		assert.Equal(t, value, stopped.Value)
		assert.Contains(t, string(stopped.Stack), "panics_test.caught", "the stack leads to where it happened")
		assert.False(t, errors.Is(err, io.EOF), "the value is no cause")
	}
}
