package features

import (
	"math/bits"

	"github.com/webfetch-mcp/webfetch-go/extract/page/internal/measure"
)

// Feature returns the number of a feature of the place where a block stands, for tests, which
// are in an external package: they name features by what those say.
func Feature(name string) int {
	return firstPosition + map[string]int{
		"words outside of links": 0, "italics": 1, "small print": 2,
		"share of its words in the title": 3, "share of the title": 4, "blocks since the title": 5,
		"share of its words in the description": 6, "blocks since the description": 7,
		"least telling label": 8, "least telling heading": 9,
		"order among its like": 10, "number of its like": 11, "share of the text of its parent": 12,
		"article": 13, "articles around": 14, "share of the article": 15,
		"steps up from the densest element": 16, "steps down to it": 17,
		"share of prose before": 18, "share of prose after": 19,
		"paragraphs before": 20, "paragraphs after": 21,
	}[name]
}

// KindFeature returns the number of the feature of a kind of elements.
func KindFeature(kind measure.ElementKinds) int {
	return firstKind + bits.TrailingZeros64(uint64(kind))
}

// TopicFeature returns the number of the feature of a topic of class names.
func TopicFeature(topic measure.ClassTopics) int {
	return firstTopic + bits.TrailingZeros64(uint64(topic))
}

// Unknown is the distance to what a page does not have.
const Unknown = unknown
