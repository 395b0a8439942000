package features

import "github.com/webfetch-mcp/webfetch-go/extract/page/internal/measure"

// FeatureVector holds the features of one block, by their numbers. The model names features by
// these numbers: change gbdt's magic number with them.
type FeatureVector [FeatureCount]float32

// PageFeatures holds the features that all blocks of a page share, at their numbers in a
// Vector; the others are 0.
type PageFeatures [EndPageFeatures]float32

// The features of the block and its neighbours, then those of the page.
const (
	fWords = iota
	fLinkDensity
	fBold
	fWordLength
	fCommas
	fStops
	fDigits
	fUpper
	fMarks
	fLast
	fFirst
	fLinks
	fPosBlocks
	fPosWords
	fIndex
	fLeft
	fFromH1
	fTitleShare
	fLexMean
	fLexMin
	fLexMax
	fPriorOwn
	fPriorUp
	fPriorSum
	fPriorMin
	fPriorMax
	fDepth
	fRun
	fRunNear
	fRunWords
	fRepeat
	fSignature
	fSignatureWords
	fHeadLex
	fHeadLexMin
	fHeadDistance
	fHeadLevel
	fInDense
	fNearDense
	fPrevWords
	fPrevLinks
	fPrevLike
	fPrevHead
	fPrev2Words
	fPrev2Links
	fNextWords
	fNextLinks
	fNextLike
	fNextHead
	fNext2Words
	fNext2Links
	fAroundWords
	fPageWords
	fPageBlocks
	fPageLinks
	fPageProse
	fPageParas
	fPageArticles
	fPageMain
	fPageRun
	fPageCode
	fPageList
	fPageType
	fSchemaType
	fPagePath
	fPageForm
	fNoscript
	fTypeOdds
	EndPageFeatures = fTypeOdds + PageTypeCount

	// The features from FirstPageFeature to before EndPageFeatures are the same for all
	// blocks of a page.
	FirstPageFeature = fPageWords
)

// Then perLevel features for each of the levels containers around a block; the features of
// element kinds and of class topics, each 2 on the element, its parent or its grandparent, 1
// further up and 0 nowhere; those of the position; and those made of scores.
const (
	levels   = 4
	lWords   = 0
	lLinks   = 1
	lBlocks  = 2
	lProse   = 3
	lShare   = 4
	lRun     = 5
	lLabel   = 6
	perLevel = 7

	firstKind     = EndPageFeatures + levels*perLevel
	firstTopic    = firstKind + measure.ElementKindCount
	firstPosition = firstTopic + measure.ClassTopicCount

	// FirstScore is the first of the features that are made of the scores of the first
	// ensemble, and so are known to the second one only.
	FirstScore = firstPosition + positionCount

	// FeatureCount is the number of features of a block.
	FeatureCount = FirstScore + scoreCount
)

// IsPageFeature reports whether a feature is the same for all blocks of a page.
func IsPageFeature(feature int) bool { return feature >= FirstPageFeature && feature < EndPageFeatures }
