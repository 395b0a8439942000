// Command otel fetches pages and writes the spans and metrics of OpenTelemetry to stdout, as
// JSON. It shows how an observer of webfetch feeds the official SDK. Your own program would
// use an OTLP exporter instead of those for stdout.
//
//	go run ./examples/otel https://example.org/
package main

import (
	"context"
	"errors"
	"io"
	"os"

	"go.opentelemetry.io/otel/exporters/stdout/stdoutmetric"
	"go.opentelemetry.io/otel/exporters/stdout/stdouttrace"
	sdkmetric "go.opentelemetry.io/otel/sdk/metric"
	sdktrace "go.opentelemetry.io/otel/sdk/trace"

	"github.com/webfetch-mcp/webfetch-go/examples/internal/cli"
	"github.com/webfetch-mcp/webfetch-go/webfetch"
)

const scope = "github.com/webfetch-mcp/webfetch-go/examples/otel"

func main() {
	cli.Run("otel", nil, func(ctx context.Context) error { return run(ctx, os.Args[1:], webfetch.Options{}, os.Stdout) })
}

func run(ctx context.Context, addresses []string, opts webfetch.Options, out io.Writer) (err error) {
	if len(addresses) == 0 {
		return errors.New("give the addresses of pages")
	}
	spans, err := stdouttrace.New(stdouttrace.WithWriter(out))
	if err != nil {
		return err
	}
	metrics, err := stdoutmetric.New(stdoutmetric.WithWriter(out))
	if err != nil {
		return err
	}
	traces := sdktrace.NewTracerProvider(sdktrace.WithBatcher(spans))
	meters := sdkmetric.NewMeterProvider(sdkmetric.WithReader(sdkmetric.NewPeriodicReader(metrics)))
	defer func() { err = errors.Join(err, traces.Shutdown(ctx), meters.Shutdown(ctx)) }()

	if opts.Hooks.Observer, err = newObserver(traces.Tracer(scope), meters.Meter(scope)); err != nil {
		return err
	}
	client, err := webfetch.New(opts)
	if err != nil {
		return err
	}
	defer client.Close()
	for _, address := range addresses {
		if _, failed := client.Fetch(ctx, webfetch.Request{URL: address}); failed != nil {
			err = errors.Join(err, failed)
		}
	}
	return err
}
