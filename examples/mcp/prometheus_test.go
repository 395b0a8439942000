package main_test

import (
	"context"
	"net/http/httptest"
	"net/url"
	"testing"
	"time"

	"github.com/prometheus/common/expfmt"
	"github.com/prometheus/common/model"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/webfetch-mcp/webfetch-go/examples/mcp/internal/metrics"
	"github.com/webfetch-mcp/webfetch-go/webfetch/observe"
)

// TestTheParserOfPrometheusReadsIt checks the format with the parser of others.
func TestTheParserOfPrometheusReadsIt(t *testing.T) {
	m := metrics.New(metrics.Options{Hosts: []string{"a.example"}})
	step := func(s observe.Step, r observe.Result) {
		_, end := m.Begin(context.Background(), s)
		end(r)
	}
	step(observe.Step{Kind: observe.Tool, Name: "a \"quoted\\ \n name"}, observe.Result{})
	step(observe.Step{Kind: observe.Attempt, URL: &url.URL{Scheme: "http", Host: "a.example", Path: "/"}}, observe.Result{Status: 200, Exchange: &observe.Exchange{Body: 70 * time.Second, DNS: time.Millisecond}})
	step(observe.Step{Kind: observe.Attempt}, observe.Result{Status: 200, Exchange: &observe.Exchange{Body: time.Second}})
	parser := expfmt.NewTextParser(model.UTF8Validation)
	scraped := httptest.NewRecorder()
	m.Handler().ServeHTTP(scraped, httptest.NewRequest("GET", "/metrics", nil))
	families, err := parser.TextToMetricFamilies(scraped.Body)
	require.NoError(t, err)
	assert.Equal(t, "a \"quoted\\ \n name", families["webfetch_tool_calls_total"].Metric[0].Label[0].GetValue())
	for _, metric := range families["webfetch_request_phase_seconds"].Metric {
		h := metric.GetHistogram()
		last := h.Bucket[len(h.Bucket)-1]
		assert.Equal(t, h.GetSampleCount(), last.GetCumulativeCount())
		switch metric.Label[0].GetValue() {
		case "body":
			assert.Equal(t, 71.0, h.GetSampleSum())
			assert.EqualValues(t, 2, h.GetSampleCount())
			assert.EqualValues(t, 1, h.Bucket[len(h.Bucket)-2].GetCumulativeCount(), "70 s are beyond the last bound")
		case "dns":
			assert.EqualValues(t, 1, h.Bucket[0].GetCumulativeCount(), "a value at a bound belongs to it")
		}
	}
	for _, name := range []string{"go_goroutines", "go_memstats_heap_alloc_bytes", "go_memstats_sys_bytes", "process_start_time_seconds"} {
		assert.Positive(t, families[name].Metric[0].GetGauge().GetValue(), name)
	}
}
