package main

import (
	"context"
	"slices"
	"time"

	"go.opentelemetry.io/otel/attribute"
	"go.opentelemetry.io/otel/codes"
	"go.opentelemetry.io/otel/metric"
	"go.opentelemetry.io/otel/trace"

	"github.com/webfetch-mcp/webfetch-go/webfetch/observe"
)

// observer makes a span and a measurement of each step. Spans name hosts and
// paths; metrics have labels of few values only.
type observer struct {
	tracer   trace.Tracer
	seconds  metric.Float64Histogram
	received metric.Int64Counter
}

func newObserver(tracer trace.Tracer, meter metric.Meter) (*observer, error) {
	seconds, err := meter.Float64Histogram("webfetch.step.duration", metric.WithUnit("s"), metric.WithDescription("Time of a step of a call."))
	if err != nil {
		return nil, err
	}
	received, err := meter.Int64Counter("webfetch.received", metric.WithUnit("By"), metric.WithDescription("Bytes of bodies, after content decoding."))
	if err != nil {
		return nil, err
	}
	return &observer{tracer: tracer, seconds: seconds, received: received}, nil
}

// Begin begins a span below that of ctx.
func (o *observer) Begin(ctx context.Context, step observe.Step) (context.Context, func(observe.Result)) {
	began := time.Now()
	kind := trace.SpanKindInternal
	if step.Kind == "attempt" {
		kind = trace.SpanKindClient
	}
	// Attributes have the names of the semantic conventions where these have one. Queries, which can hold secrets,
	// are left out.
	known := told(attribute.String("http.request.method", step.Method), attribute.String("webfetch.request_id", step.ID),
		attribute.String("webfetch.tool", step.Name), attribute.Int("http.request.resend_count", step.Try))
	if step.URL != nil {
		known = append(known, attribute.String("server.address", step.URL.Hostname()), attribute.String("url.scheme", step.URL.Scheme), attribute.String("url.path", step.URL.Path))
	}
	ctx, span := o.tracer.Start(ctx, "webfetch."+step.Kind, trace.WithSpanKind(kind), trace.WithAttributes(known...))
	return ctx, func(r observe.Result) {
		span.SetAttributes(told(attribute.String("error.type", r.Code), attribute.String("webfetch.detail", r.Detail),
			attribute.Int("http.response.status_code", r.Status), attribute.Int64("http.response.body.size", r.Bytes))...)
		if r.Err != nil {
			span.SetStatus(codes.Error, r.Code)
		}
		span.End()
		o.seconds.Record(ctx, time.Since(began).Seconds(), metric.WithAttributes(
			attribute.String("webfetch.step", step.Kind), attribute.String("error.type", r.Code)))
		if step.Kind == "attempt" {
			o.received.Add(ctx, r.Bytes)
		}
	}
}

// told returns the attributes without those whose value is "" or 0.
func told(all ...attribute.KeyValue) []attribute.KeyValue {
	return slices.DeleteFunc(all, func(a attribute.KeyValue) bool { return a.Value.AsString() == "" && a.Value.AsInt64() == 0 })
}
