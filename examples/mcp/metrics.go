package main

import (
	"context"
	"fmt"
	"io"
	"log/slog"

	"github.com/webfetch-mcp/webfetch-go/examples/mcp/internal/config"
	"github.com/webfetch-mcp/webfetch-go/examples/mcp/internal/metrics"
	"github.com/webfetch-mcp/webfetch-go/webfetch/observe"
)

// serveMetrics serves metrics until ctx is done, where that is configured, and
// returns the observer that they are counted by; nil for none.
func serveMetrics(ctx context.Context, settings *config.Config, logger *slog.Logger, stderr io.Writer) (observe.Observer, error) {
	if settings.MetricsAddr == "" {
		return nil, nil
	}
	listener, err := metrics.Listen(ctx, settings.MetricsAddr)
	if err != nil {
		return nil, err
	}
	m := metrics.New(metrics.Options{Hosts: settings.MetricsHosts})
	fmt.Fprintf(stderr, "webfetch: serving metrics at http://%s/metrics\n", listener.Addr())
	go func() {
		if err := m.Serve(ctx, listener); err != nil {
			logger.Error("metrics are not served any more", slog.String("error", err.Error()))
		}
	}()
	return m, nil
}
