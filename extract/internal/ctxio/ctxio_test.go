package ctxio_test

import (
	"context"
	"encoding/xml"
	"errors"
	"fmt"
	"io"
	"strings"
	"testing"
	"testing/iotest"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/webfetch-mcp/webfetch-go/extract/internal/ctxio"
)

func TestReaderReadsAll(t *testing.T) {
	text := strings.Repeat("some text ", 30_000)
	require.NoError(t, iotest.TestReader(ctxio.NewReader(t.Context(), strings.NewReader(text)), []byte(text)))
}

// A decoder in the midst of one long token ends soon after its context.
func TestReaderEndsWithItsContext(t *testing.T) {
	ctx, cancel := context.WithCancel(t.Context())
	const size = 4 << 20
	read := 0
	source := readFunc(func(p []byte) (int, error) {
		if read += len(p); read > size/4 {
			cancel()
		}
		return copy(p, strings.Repeat("x", len(p))), nil
	})
	d := xml.NewDecoder(ctxio.NewReader(ctx, io.MultiReader(strings.NewReader("<a>"), source)))
	var err error
	for err == nil {
		_, err = d.Token()
	}
	assert.ErrorIs(t, err, context.Canceled)
	assert.Less(t, read, size/2)
	_, err = ctxio.NewReader(ctx, strings.NewReader("x")).Read(make([]byte, 1))
	assert.True(t, errors.Is(err, context.Canceled))
}

type readFunc func(p []byte) (int, error)

func (f readFunc) Read(p []byte) (int, error) { return f(p) }

func ExampleNewReader() {
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	_, err := io.ReadAll(ctxio.NewReader(ctx, strings.NewReader("text")))
	fmt.Println(err)
	// Output: context canceled
}

// A meter asks at once, and then after each step of work.
func TestMeterAsksAfterEachStep(t *testing.T) {
	const step = 16 << 10
	ctx, cancel := context.WithCancel(t.Context())
	m := ctxio.NewMeter(ctx)
	require.NoError(t, m.Spend(1))
	cancel()
	for range step/64 - 1 {
		require.NoError(t, m.Spend(64))
	}
	assert.ErrorIs(t, m.Spend(64), context.Canceled)
	assert.ErrorIs(t, m.Spend(1), context.Canceled, "from then on")
	assert.ErrorIs(t, ctxio.NewMeter(ctx).Spend(step), context.Canceled, "what is long itself")
	var never *ctxio.Meter
	assert.NoError(t, never.Spend(1<<40))
}
