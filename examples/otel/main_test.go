package main

import (
	"bytes"
	"fmt"
	"net/http"
	"net/http/httptest"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"go.opentelemetry.io/otel/attribute"
	sdkmetric "go.opentelemetry.io/otel/sdk/metric"
	"go.opentelemetry.io/otel/sdk/metric/metricdata"
	sdktrace "go.opentelemetry.io/otel/sdk/trace"
	"go.opentelemetry.io/otel/sdk/trace/tracetest"

	"github.com/webfetch-mcp/webfetch-go/security"
	"github.com/webfetch-mcp/webfetch-go/webfetch"
)

func site(t *testing.T) (address string, opts webfetch.Options) {
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if r.URL.Path == "/gone" {
			http.NotFound(w, r)
			return
		}
		fmt.Fprint(w, "Low water at noon.")
	}))
	t.Cleanup(server.Close)
	return server.URL, webfetch.Options{IgnoreRobots: true, Policy: security.AllowLoopback()}
}

func TestSpansNestAsStepsDo(t *testing.T) {
	address, opts := site(t)
	recorder, reader := tracetest.NewSpanRecorder(), sdkmetric.NewManualReader()
	traces := sdktrace.NewTracerProvider(sdktrace.WithSpanProcessor(recorder))
	meters := sdkmetric.NewMeterProvider(sdkmetric.WithReader(reader))
	o, err := newObserver(traces.Tracer(scope), meters.Meter(scope))
	require.NoError(t, err)
	opts.Hooks.Observer = o
	client, err := webfetch.New(opts)
	require.NoError(t, err)
	defer client.Close()
	_, err = client.Fetch(t.Context(), webfetch.Request{URL: address + "/page?token=hush"})
	require.NoError(t, err)
	_, err = client.Fetch(t.Context(), webfetch.Request{URL: address + "/gone"})
	require.Error(t, err)

	parents, names := map[string]string{}, map[string]string{}
	for _, span := range recorder.Ended() {
		names[span.SpanContext().SpanID().String()] = span.Name()
		assert.NotContains(t, fmt.Sprint(span.Attributes()), "hush")
	}
	statuses := map[int64]bool{}
	for _, span := range recorder.Ended() {
		parents[span.Name()] = names[span.Parent().SpanID().String()]
		for _, a := range span.Attributes() {
			if a.Key == "http.response.status_code" && span.Name() == "webfetch.attempt" {
				statuses[a.Value.AsInt64()] = true
			}
			if a.Key == "error.type" {
				assert.Equal(t, attribute.StringValue("HTTP_ERROR"), a.Value)
			}
		}
	}
	assert.Equal(t, map[string]string{
		"webfetch.fetch": "", "webfetch.cache": "webfetch.fetch", "webfetch.queue": "webfetch.fetch", "webfetch.attempt": "webfetch.fetch",
		"webfetch.extract": "webfetch.fetch", "webfetch.scan": "webfetch.extract",
	}, parents)
	assert.Equal(t, map[int64]bool{200: true, 404: true}, statuses)

	var measured metricdata.ResourceMetrics
	require.NoError(t, reader.Collect(t.Context(), &measured))
	require.Len(t, measured.ScopeMetrics, 1)
	for _, m := range measured.ScopeMetrics[0].Metrics {
		if m.Name == "webfetch.received" {
			assert.Positive(t, m.Data.(metricdata.Sum[int64]).DataPoints[0].Value)
		}
	}
	assert.Len(t, measured.ScopeMetrics[0].Metrics, 2)
}

func TestRun(t *testing.T) {
	address, opts := site(t)
	var out bytes.Buffer
	require.NoError(t, run(t.Context(), []string{address}, opts, &out))
	assert.Contains(t, out.String(), `"Name":"webfetch.attempt"`)
	assert.Contains(t, out.String(), `"Name":"webfetch.step.duration"`)
	require.Error(t, run(t.Context(), nil, opts, &out))
	require.Error(t, run(t.Context(), []string{address + "/gone"}, opts, &out))
}
