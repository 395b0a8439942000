package features

import "github.com/webfetch-mcp/webfetch-go/extract/page/internal/measure"

// FeatureVector holds the features of one block, by their numbers. The model names features by
// these numbers: change the magic number of package gbdt with them.
type FeatureVector [FeatureCount]float32

// PageFeatures holds the features that all blocks of a page share, at their numbers in a
// FeatureVector; the others are 0.
type PageFeatures [EndPageFeatures]float32

// The features of the block and its neighbours, then those of the page.
const (
	fWords          = iota
	fLinkDensity    // share of the words that are in links
	fBold           // share of the words that are bold
	fWordLength     // bytes per word
	fCommas         // commas per word
	fStops          // full stops, question and exclamation marks per word
	fDigits         // digits per byte
	fUpper          // upper-case letters per byte
	fMarks          // see measure.TextBlock.Marks
	fLast           // class of the last byte, see lastNumber
	fFirst          // 1 begins with an upper-case letter, 2 with a quote or beyond ASCII
	fLinks          // links with text
	fPosBlocks      // share of the blocks that stand before
	fPosWords       // share of the words that stand before
	fIndex          // blocks before
	fBlocksAfter    // blocks from this one to the end
	fFromH1         // blocks since the first in an h1
	fTitleShare     // share of the Bloom bits that the title has
	fLexMean        // mean odds of the first words
	fLexMin         // least of these odds
	fLexMax         // greatest of these odds
	fPriorOwn       // odds of the class names of the innermost element
	fPriorUp        // the same of its parent
	fPriorSum       // sum over the element and all around it
	fPriorMin       // least of them, at most 0
	fPriorMax       // greatest of them, at least 0
	fDepth          // elements around
	fRun            // longest run of like elements around
	fRunNear        // length of the run of ElementContext.Card
	fRunWords       // words of that element
	fRepeat         // blocks before with the same text
	fSignature      // blocks with the same signature
	fSignatureWords // words per block with the same signature
	fHeadLex        // mean odds of the words of the heading above
	fHeadLexMin     // least of these odds
	fHeadDistance   // blocks since that heading
	fHeadLevel      // number of the bit of its kind
	fInDense        // 1 inside of the element with the most prose
	fNearDense      // 1 inside of its parent
	fPrevWords      // the block before, see neighbourAt
	fPrevLinks
	fPrevLike
	fPrevHead
	fPrev2Words // the block before that, see farNeighbour
	fPrev2Links
	fNextWords // the block after, see neighbourAt
	fNextLinks
	fNextLike
	fNextHead
	fNext2Words // the block after that, see farNeighbour
	fNext2Links
	fAroundWords    // mean words of a block among aroundBlocks on each side
	fPageWords      // of the page, as all from here on
	fPageBlocks     // blocks
	fPageLinks      // share of the words that are in links
	fPageProse      // share of the words in blocks of prose
	fPageParas      // blocks of prose
	fPageArticles   // article elements
	fPageMain       // main elements
	fPageRun        // longest run of like elements with text, outside of boilerplate
	fPageCode       // share of the words in pre elements
	fPageList       // share of the words in items of lists
	fPageType       // see typeNumber
	fSchemaType     // number of the first of the SchemaTypes, from 1 on, 0 for none
	fPagePath       // segments of the path of the URL
	fPageForm       // form elements
	fNoscript       // words in noscript elements by visible words
	fTypeOdds       // the log odds of each PageType
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
	lWords   = 0 // words
	lLinks   = 1 // share of them that are in links
	lBlocks  = 2 // blocks
	lProse   = 3 // share of the words in blocks of prose
	lShare   = 4 // share of the words of the page
	lRun     = 5 // see measure.Element.Run
	lLabel   = 6 // see ElementContext.labelOdds
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
