package main

import (
	"bytes"
	"io"
	"log/slog"
	"net/http"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/webfetch-mcp/webfetch-go/examples/mcp/internal/config"
)

func TestMetricsAreServedWhereThatIsConfigured(t *testing.T) {
	var stderr bytes.Buffer
	logger := slog.New(slog.NewTextHandler(io.Discard, nil))
	observer, err := serveMetrics(t.Context(), &config.Config{}, logger, &stderr)
	require.NoError(t, err)
	assert.Nil(t, observer)

	observer, err = serveMetrics(t.Context(), &config.Config{MetricsAddr: ":0"}, logger, &stderr)
	require.NoError(t, err)
	assert.NotNil(t, observer)
	_, address, found := strings.Cut(strings.TrimSpace(stderr.String()), "serving metrics at ")
	require.True(t, found, stderr.String())
	resp, err := http.Get(address)
	require.NoError(t, err)
	defer resp.Body.Close()
	body, err := io.ReadAll(resp.Body)
	require.NoError(t, err)
	assert.Contains(t, string(body), "webfetch_tool_calls_in_flight 0\n")

	_, err = serveMetrics(t.Context(), &config.Config{MetricsAddr: "nonsense"}, logger, &stderr)
	require.Error(t, err)
}
