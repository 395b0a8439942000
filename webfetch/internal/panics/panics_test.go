package panics

import (
	"errors"
	"io"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

func caught(value any) (err error) {
	defer Catch(&err)
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
		var stopped *Error
		require.ErrorAs(t, err, &stopped)
		assert.Equal(t, value, stopped.Value)
		assert.Contains(t, string(stopped.Stack), "panics.caught", "the stack leads to where it happened")
		assert.False(t, errors.Is(err, io.EOF), "the value is no cause")
	}
}
