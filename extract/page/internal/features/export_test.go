package features

import (
	"math/bits"

	"github.com/webfetch-mcp/webfetch-go/extract/page/internal/measure"
)

// Feature returns the number of a feature of the place where a block stands, for tests, which
// are in an external package: they name features by what those say.
func Feature(name string) int {
	return firstPosition + map[string]int{
		"words outside of links": pUnlinked, "italics": pEmphasis, "small print": pSmall,
		"share of its words in the title": pTitle, "share of the title": pTitleWhole, "blocks since the title": pFromTitle,
		"share of its words in the description": pDescription, "blocks since the description": pFromDescription,
		"least telling label": pLabelMin, "least telling heading": pHeadPath,
		"order among its like": pOrdinal, "number of its like": pOrdinalRun, "share of the text of its parent": pOrdinalShare,
		"article": pArticle, "articles around": pArticles, "share of the article": pArticleShare,
		"steps up from the densest element": pStepsUp, "steps down to it": pStepsDown,
		"share of prose before": pProseBefore, "share of prose after": pProseAfter,
		"paragraphs before": pParasBefore, "paragraphs after": pParasAfter,
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
