package redis_test

import (
	"context"
	"fmt"
	"log"

	"github.com/webfetch-mcp/webfetch-go/webfetch"
	"github.com/webfetch-mcp/webfetch-go/webfetch/redis"
)

// Programs on several machines ask each host no more often than one would, and
// download each page once.
func Example() {
	shared, err := redis.Open(redis.Options{URL: "redis://user:password@redis.internal:6379/0"})
	if err != nil {
		log.Fatal(err)
	}
	defer shared.Close()
	client, err := webfetch.New(webfetch.Options{Cache: shared.Cache(), Hooks: webfetch.Hooks{Limiter: shared.Limiter(60, 5)}})
	if err != nil {
		log.Fatal(err)
	}
	defer client.Close()
	page, err := client.Fetch(context.Background(), webfetch.Request{URL: "https://example.com/"})
	if err != nil {
		log.Fatal(err)
	}
	fmt.Println(page.Content)
}
