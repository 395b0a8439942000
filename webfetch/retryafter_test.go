package webfetch_test

import (
	"fmt"
	"time"

	"github.com/webfetch-mcp/webfetch-go/webfetch"
)

func ExampleRetryAfter() {
	now := time.Date(2026, 3, 1, 12, 0, 0, 0, time.UTC)
	for _, value := range []string{"120", "Sun, 01 Mar 2026 12:00:30 GMT", "86400", "soon"} {
		fmt.Println(webfetch.RetryAfter([]string{value}, now, time.Hour))
	}
	// Output:
	// 2m0s true
	// 30s true
	// 1h0m0s true
	// 0s false
}
