package observe_test

import (
	"context"
	"errors"
	"fmt"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"github.com/stretchr/testify/assert"

	"github.com/webfetch-mcp/webfetch-go/webfetch/observe"
)

// silent is an Observer that wants to know no end.
type silent struct{ begun []observe.Kind }

func (s *silent) Begin(ctx context.Context, step observe.Step) (context.Context, func(observe.Result)) {
	s.begun = append(s.begun, step.Kind)
	return ctx, nil
}

func TestAllObserversOfAContextAreTold(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		var outer, inner observe.Log
		quiet := new(silent)
		ctx := observe.With(observe.With(observe.With(t.Context(), quiet), &outer), &inner)
		assert.True(t, observe.Observed(ctx))
		under, end := observe.Begin(ctx, observe.Step{Kind: observe.Fetch, ID: "1"})
		_, endCache := observe.Begin(under, observe.Step{Kind: observe.Cache})
		time.Sleep(time.Second)
		failed := errors.New("failed")
		endCache(observe.Result{Err: failed})
		time.Sleep(time.Second)
		end(observe.Result{Status: 200})
		assert.Equal(t, []observe.Kind{observe.Fetch, observe.Cache}, quiet.begun)
		for _, log := range []*observe.Log{&outer, &inner} {
			got := log.Reports()
			assert.Len(t, got, 2)
			assert.Equal(t, observe.Step{Kind: observe.Fetch, ID: "1"}, got[0].Step, "the first to begin is the first")
			assert.Equal(t, 2*time.Second, got[0].Took)
			assert.Equal(t, observe.Result{Err: failed}, got[1].Result)
			assert.Equal(t, time.Second, got[1].Took)
		}
	})
}

// uncomparable is an Observer of a type that == panics on.
type uncomparable func()

func (u uncomparable) Begin(ctx context.Context, _ observe.Step) (context.Context, func(observe.Result)) {
	u()
	return ctx, nil
}

func TestAnObserverIsToldOnce(t *testing.T) {
	n, one := 0, new(silent)
	two := uncomparable(func() { n++ })
	ctx := t.Context()
	for range 3 {
		ctx = observe.With(observe.With(ctx, one), two)
	}
	observe.Begin(ctx, observe.Step{Kind: observe.Scan})
	assert.Len(t, one.begun, 1)
	assert.Equal(t, 3, n, "whether it is the same can't be told")
}

func TestNobodyObserves(t *testing.T) {
	ctx := observe.With(t.Context(), nil)
	assert.Equal(t, t.Context(), ctx)
	assert.False(t, observe.Observed(ctx))
	under, end := observe.Begin(ctx, observe.Step{Kind: observe.Fetch})
	assert.Equal(t, ctx, under)
	end(observe.Result{})
	assert.Nil(t, (*observe.Log)(nil).Reports())
}

func TestALogIsBounded(t *testing.T) {
	var log observe.Log
	log.Add(make([]observe.Report, 499)...)
	assert.Len(t, log.Reports(), 499)
	var running sync.WaitGroup
	for range 4 {
		running.Go(func() { log.Add(observe.Report{}, observe.Report{}) })
	}
	running.Wait()
	assert.Len(t, log.Reports(), 500)
}

func ExampleLog() {
	log := new(observe.Log)
	ctx := observe.With(context.Background(), log)
	_, end := observe.Begin(ctx, observe.Step{Kind: observe.Attempt, Method: "GET"})
	end(observe.Result{Status: 200})
	for _, r := range log.Reports() {
		fmt.Println(r.Kind, r.Method, r.Status)
	}
	// Output: attempt GET 200
}

func ExampleObserver() {
	var o observe.Observer = counter{} // a value for webfetch.Options.Observer
	_, end := o.Begin(context.Background(), observe.Step{Kind: observe.Fetch})
	end(observe.Result{Status: 200})
	// Output: fetch ended with 200
}

// counter prints what ends.
type counter struct{}

func (counter) Begin(ctx context.Context, step observe.Step) (context.Context, func(observe.Result)) {
	return ctx, func(r observe.Result) { fmt.Println(step.Kind, "ended with", r.Status) }
}
