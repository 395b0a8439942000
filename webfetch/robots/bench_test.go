package robots_test

import (
	"fmt"
	"net/url"
	"strings"
	"testing"

	"github.com/webfetch-mcp/webfetch-go/webfetch/robots"
)

// hostileFiles are files of the largest size with as many patterns as fit.
var hostileFiles = map[string]func(i int) string{
	"literal":    func(i int) string { return fmt.Sprintf("Disallow:/%d", i) },
	"nested":     func(i int) string { return "Disallow:/" + strings.Repeat("a", i%1000) },
	"wildcard":   func(i int) string { return fmt.Sprintf("Disallow:/*%d", i) },
	"all a":      func(i int) string { return fmt.Sprintf("Disallow:*aab*%d", i%10) },
	"many parts": func(i int) string { return "Disallow:*a*a*a*a*a*a*a*a*a*a*a*a*a*a*a*a*b" },
}

func hostile(line func(i int) string) []byte {
	body := []byte("User-agent:*\n")
	for i := 0; len(body) < robots.MaxBytes-2000; i++ {
		body = append(append(body, line(i)...), '\n')
	}
	return body
}

func BenchmarkHostile(b *testing.B) {
	for what, line := range hostileFiles {
		body := hostile(line)
		rules := robots.Parse(body, "x")
		for length, path := range map[string]string{"short": "/products/shoes/index.html?color=red", "long": "/" + strings.Repeat("a", 8000)} {
			u, _ := url.Parse("http://a.example" + path)
			b.Run(what+" "+length, func(b *testing.B) {
				for b.Loop() {
					rules.Check(u)
				}
			})
		}
		b.Run(what+" parse", func(b *testing.B) {
			for b.Loop() {
				robots.Parse(body, "x")
			}
		})
	}
}
