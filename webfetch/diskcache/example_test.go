package diskcache_test

import (
	"context"
	"fmt"
	"log"
	"os"
	"path/filepath"

	"github.com/webfetch-mcp/webfetch-go/webfetch"
	"github.com/webfetch-mcp/webfetch-go/webfetch/diskcache"
)

// What is fresh, or what its server confirms, is not downloaded again, whenever the
// program was started.
func Example() {
	dir, err := os.UserCacheDir()
	if err != nil {
		log.Fatal(err)
	}
	cache, err := diskcache.Open(diskcache.Options{Dir: filepath.Join(dir, "webfetch")})
	if err != nil {
		log.Fatal(err)
	}
	client, err := webfetch.New(webfetch.Options{Cache: cache})
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
