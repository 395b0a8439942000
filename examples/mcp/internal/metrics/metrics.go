package metrics

import (
	"bytes"
	"context"
	"net/http"
	"runtime/metrics"
	"slices"
	"strings"
	"time"

	"github.com/webfetch-mcp/webfetch-go/webfetch/observe"
)

// Options configure a [Metrics]. The zero value works.
type Options struct {
	// Hosts are the names of hosts whose requests are counted each by itself, at
	// most 100; all others are counted together, as "other". Zero means that hosts
	// are not distinguished.
	Hosts []string
}

const maxHosts = 100

// buckets are the upper bounds of histograms, in seconds: from a cached page to
// the longest call.
func buckets() []float64 {
	return []float64{.001, .0025, .005, .01, .025, .05, .1, .25, .5, 1, 2.5, 5, 10, 30, 60}
}

// Metrics is an observe.Observer that counts. It is safe for concurrent use.
// Make one with [New].
type Metrics struct {
	hosts    []string // sorted, lower case
	families []*family

	calls, callSeconds, callsNow *family
	fetches, fetchSeconds        *family
	requests, byHost, phases     *family // byHost is nil where hosts are not distinguished
	steps, received, findings    *family
	goroutines, heap, memory     *family // read when they are asked for
}

// New returns metrics of which all are zero.
func New(opts Options) *Metrics {
	m := &Metrics{hosts: lower(opts.Hosts)}
	m.calls = m.add("counter", "webfetch_tool_calls_total", "Tool calls that ended, by tool and code; OK is success.", "tool", "code")
	m.callSeconds = m.add("histogram", "webfetch_tool_call_duration_seconds", "Time of a tool call.", "tool")
	m.callsNow = m.add("gauge", "webfetch_tool_calls_in_flight", "Tool calls under way, those that wait included.")
	m.fetches = m.add("counter", "webfetch_fetches_total", "Fetches that ended, by code and by what the cache had to do with them.", "code", "cache")
	m.fetchSeconds = m.add("histogram", "webfetch_fetch_duration_seconds", "Time of a fetch, from the request to the packet.")
	m.requests = m.add("counter", "webfetch_requests_total", "Requests sent, robots.txt, redirects and repeated tries included, by class of status; error is no response.", "result")
	m.phases = m.add("histogram", "webfetch_request_phase_seconds", "Time of the phases of a request that took place.", "phase")
	m.steps = m.add("histogram", "webfetch_step_duration_seconds", "Time of the other steps of a call.", "step")
	m.received = m.add("counter", "webfetch_received_bytes_total", "Bytes of bodies, after content decoding.")
	m.findings = m.add("counter", "webfetch_findings_total", "Passages of pages that read like instructions to a model.")
	if len(m.hosts) > 0 {
		m.byHost = m.add("counter", "webfetch_host_requests_total", "Requests sent, by host and class of status.", "host", "result")
	}
	m.goroutines = m.add("gauge", "go_goroutines", "Goroutines that exist.")
	m.heap = m.add("gauge", "go_memstats_heap_alloc_bytes", "Bytes of heap objects.")
	m.memory = m.add("gauge", "go_memstats_sys_bytes", "Bytes of memory obtained from the system.")
	start := m.add("gauge", "process_start_time_seconds", "When the metrics began, in seconds since 1970.")
	start.add(float64(time.Now().UnixMilli()) / 1000)
	for _, f := range []*family{m.callsNow, m.received, m.findings} {
		f.add(0) // there from the beginning
	}
	return m
}

func (m *Metrics) add(kind, name, help string, labels ...string) *family {
	f := &family{name: name, help: help, kind: kind, labels: labels}
	if kind == "histogram" {
		f.bounds = buckets()
	}
	m.families = append(m.families, f)
	return f
}

func lower(hosts []string) []string {
	var all []string
	for _, host := range hosts[:min(len(hosts), maxHosts)] {
		all = append(all, strings.ToLower(strings.TrimSpace(host)))
	}
	slices.Sort(all)
	return all
}

// Handler answers with the metrics in the text format.
func (m *Metrics) Handler() http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
		m.readRuntime()
		var b bytes.Buffer
		for _, f := range m.families {
			f.write(&b)
		}
		w.Header().Set("Content-Type", "text/plain; version=0.0.4; charset=utf-8")
		_, _ = w.Write(b.Bytes()) // who has gone needs no answer
	})
}

// readRuntime sets the gauges of the Go runtime.
func (m *Metrics) readRuntime() {
	samples := []metrics.Sample{{Name: "/sched/goroutines:goroutines"}, {Name: "/memory/classes/heap/objects:bytes"}, {Name: "/memory/classes/total:bytes"}}
	metrics.Read(samples)
	for i, f := range []*family{m.goroutines, m.heap, m.memory} {
		if samples[i].Value.Kind() == metrics.KindUint64 {
			f.set(float64(samples[i].Value.Uint64()))
		}
	}
}

// set sets a gauge without labels.
func (f *family) set(value float64) {
	f.mu.Lock()
	defer f.mu.Unlock()
	f.find(nil).sum = value
}

// Begin counts a step when it ends.
func (m *Metrics) Begin(ctx context.Context, step observe.Step) (context.Context, func(observe.Result)) {
	began := time.Now()
	if step.Kind == observe.Tool {
		m.callsNow.add(1)
	}
	return ctx, func(r observe.Result) { m.count(step, r, time.Since(began).Seconds()) }
}

func (m *Metrics) count(step observe.Step, r observe.Result, seconds float64) {
	switch step.Kind {
	case observe.Tool:
		m.callsNow.add(-1)
		m.calls.add(1, step.Name, code(r))
		m.callSeconds.observe(seconds, step.Name)
	case observe.Fetch:
		m.fetches.add(1, code(r), orNone(r.Detail))
		m.fetchSeconds.observe(seconds)
	case observe.Attempt:
		m.countRequest(step, r)
	case observe.Scan:
		m.findings.add(float64(r.Findings))
		m.steps.observe(seconds, string(step.Kind))
	default:
		m.steps.observe(seconds, string(step.Kind))
	}
}

func (m *Metrics) countRequest(step observe.Step, r observe.Result) {
	result := class(r.Status)
	m.requests.add(1, result)
	m.received.add(float64(r.Bytes))
	if m.byHost != nil && step.URL != nil {
		m.byHost.add(1, m.host(step.URL.Hostname()), result)
	}
	if r.Exchange == nil {
		return
	}
	for _, phase := range []struct {
		name string
		took time.Duration
	}{
		{"dns", r.Exchange.DNS}, {"connect", r.Exchange.Connect}, {"tls", r.Exchange.TLS},
		{"first_byte", r.Exchange.FirstByte}, {"body", r.Exchange.Body},
	} {
		if phase.took > 0 {
			m.phases.observe(phase.took.Seconds(), phase.name)
		}
	}
}

// host is the label of a host: its name if it is configured.
func (m *Metrics) host(name string) string {
	if _, known := slices.BinarySearch(m.hosts, name); known {
		return name
	}
	return "other"
}

// code is the label of what a step ended with. Codes are a closed list.
func code(r observe.Result) string {
	switch {
	case r.Code != "":
		return r.Code
	case r.Err != nil:
		return "INTERNAL"
	}
	return "OK"
}

// class is the label of a status.
func class(status int) string {
	switch {
	case status < 100:
		return "error"
	case status > 599:
		return "other"
	}
	return string(rune('0'+status/100)) + "xx"
}

func orNone(label string) string {
	if label == "" {
		return "none"
	}
	return label
}
