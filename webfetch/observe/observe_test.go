package observe_test

import (
	"context"
	"fmt"

	"github.com/webfetch-mcp/webfetch-go/webfetch/observe"
)

func ExampleObserver() {
	var o observe.Observer = counter{} // a value for webfetch.Options
	_, end := o.Begin(context.Background(), observe.Step{Kind: "fetch"})
	end(observe.Result{Status: 200})
	// Output: fetch ended with 200
}

// counter prints what ends.
type counter struct{}

func (counter) Begin(ctx context.Context, step observe.Step) (context.Context, func(observe.Result)) {
	return ctx, func(r observe.Result) { fmt.Println(step.Kind, "ended with", r.Status) }
}
