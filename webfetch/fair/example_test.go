package fair_test

import (
	"context"
	"fmt"

	"github.com/webfetch-mcp/webfetch-go/webfetch/fair"
)

func ExamplePool() {
	slots := fair.New(8, fair.Options{}) // a name has at most a quarter: two
	first, _ := slots.Acquire(context.Background(), "ada", 1)
	second, _ := slots.Acquire(context.Background(), "ada", 1)
	taken, names, waiting := slots.Use()
	fmt.Println(taken, names, waiting)

	ctx, cancel := context.WithCancel(context.Background())
	cancel() // as that of a caller who has gone
	_, err := slots.Acquire(ctx, "ada", 1)
	fmt.Println(err)

	first.Release()
	second.Release()
	fmt.Println(slots.Use())
	// Output:
	// 2 1 0
	// context canceled
	// 0 0 0
}
