package steps_test

import (
	"context"
	"testing"

	"github.com/stretchr/testify/assert"

	"github.com/webfetch-mcp/webfetch-go/webfetch/internal/steps"
	"github.com/webfetch-mcp/webfetch-go/webfetch/observe"
)

// silent is an Observer that wants to know no end.
type silent struct{ begun []string }

func (s *silent) Begin(ctx context.Context, step observe.Step) (context.Context, func(observe.Result)) {
	s.begun = append(s.begun, step.Kind)
	return ctx, nil
}

func TestAnObserverIsToldOnce(t *testing.T) {
	o := new(silent)
	ctx := steps.With(steps.With(t.Context(), o), o)
	assert.True(t, steps.Observed(ctx))
	_, end := steps.Begin(ctx, observe.Step{Kind: "scan"})
	end(observe.Result{})
	assert.Equal(t, []string{"scan"}, o.begun)
	assert.Equal(t, ctx, steps.With(ctx, nil), "without an observer of its own a call reports to the outer one")
}

func TestNobodyObserves(t *testing.T) {
	ctx, step := t.Context(), observe.Step{Kind: "fetch"}
	assert.False(t, steps.Observed(steps.With(ctx, nil)))
	assert.Zero(t, testing.AllocsPerRun(100, func() {
		under, end := steps.Begin(ctx, step)
		assert.Equal(t, ctx, under)
		end(observe.Result{})
	}))
}
