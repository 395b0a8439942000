package features

import "github.com/webfetch-mcp/webfetch-go/extract/page/internal/measure"

// FeatureVector holds the features of one block, by their numbers. The model names features by
// these numbers: change the magic number of package gbdt with them.
type FeatureVector [FeatureCount]float32

// PageFeatures holds the features that all blocks of a page share, at their numbers in a
// FeatureVector; the others are 0.
type PageFeatures [EndPageFeatures]float32

// The parts of a FeatureVector: the features of a block and its neighbours, see ownFeatures; those of the page, see
// setPageFeatures, which end in the log odds of each PageType; perLevel features for each of the levels containers around the
// block, see containerFeatures; those of element kinds and of class topics, each 2 on the element, its parent or its
// grandparent, 1 further up and 0 nowhere; those of the position, see positionFeatures; and those made of the scores of the
// first ensemble, see StackedFeatures, which are known to the second one only.
const (
	levels        = 4
	perLevel      = 7
	positionCount = 22
	scoreCount    = 23

	FirstPageFeature = 52
	firstTypeOdds    = FirstPageFeature + 15
	EndPageFeatures  = firstTypeOdds + PageTypeCount
	firstKind        = EndPageFeatures + levels*perLevel
	firstTopic       = firstKind + measure.ElementKindCount
	firstPosition    = firstTopic + measure.ClassTopicCount
	FirstScore       = firstPosition + positionCount
	// FeatureCount is the number of features of a block.
	FeatureCount = FirstScore + scoreCount
)

// IsPageFeature reports whether a feature is the same for all blocks of a page.
func IsPageFeature(feature int) bool { return feature >= FirstPageFeature && feature < EndPageFeatures }
