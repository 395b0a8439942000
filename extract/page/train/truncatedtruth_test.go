package main

import (
	"strings"
	"testing"

	"golang.org/x/net/html"

	"github.com/webfetch-mcp/webfetch-go/extract/page/internal/measure"
)

// A truth that ends among posts of one kind says nothing of the posts after its
// end; what is of another kind stays known.
func TestDiscountTruncated(t *testing.T) {
	post := "<div class=post><p>Twelve words of a post that says a thing about the moorings.</p></div>"
	body := "<div>" + strings.Repeat(post, 5) + "</div><footer><span>Copyright of the harbour</span></footer>"
	root, err := html.Parse(strings.NewReader(body))
	if err != nil {
		t.Fatal(err)
	}
	p, err := new(measure.Measurer).Measure(t.Context(), root, measure.Options{})
	if err != nil {
		t.Fatal(err)
	}
	for name, test := range map[string]struct {
		true  []int
		known []int
	}{
		"stops early":      {[]int{0, 1, 2}, []int{0, 1, 2, 5}},
		"has all":          {[]int{0, 1, 2, 3, 4}, []int{0, 1, 2, 3, 4, 5}},
		"too short to say": {[]int{0}, []int{0, 1, 2, 3, 4, 5}},
		"one of several":   {[]int{1, 3}, []int{0, 1, 2, 3, 4, 5}},
		"nothing":          {nil, []int{0, 1, 2, 3, 4, 5}},
	} {
		t.Run(name, func(t *testing.T) {
			labels := make([]label, len(p.Blocks))
			for i := range labels {
				labels[i].weight = 1
			}
			for _, i := range test.true {
				labels[i].y = 1
			}
			discountTruncated(p, labels)
			known := map[int]bool{}
			for _, i := range test.known {
				known[i] = true
			}
			for i, l := range labels {
				if (l.weight > 0) != known[i] {
					t.Errorf("block %d: weight %v", i, l.weight)
				}
			}
		})
	}
}
