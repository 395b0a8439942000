package classify

import (
	"math"
	"slices"

	"github.com/webfetch-mcp/webfetch-go/extract/internal/htmltree"
	"github.com/webfetch-mcp/webfetch-go/extract/page/internal/features"
	"github.com/webfetch-mcp/webfetch-go/extract/page/internal/gbdt"
	"github.com/webfetch-mcp/webfetch-go/extract/page/internal/measure"
)

// A page is one of prose to a degree: 0 if its likely content has a share of prose up to someProse, 1 from allProse on,
// and from minProsePage on where a pass has to decide yes or no. Chosen by cross-validation, see extract/page/train.
const (
	someProse    = 0.7
	allProse     = 0.9
	minProsePage = 0.5
)

// How far the scores of a page without prose move to the mean of their signature, and their log odds towards those of
// the blocks before and after, from 0 to 1. A neighbour with the same parent weighs 1. Log odds are bounded to those of
// the probabilities from 0.005 to 0.995.
const (
	smoothingShare    = 0.7
	neighbourShare    = 0.2
	otherParentWeight = 0.3
	maxLogOdds        = 5.3
)

// proseDegree returns how much a page is one of prose, from 0 to 1, by the share of long
// paragraphs in its likely content.
func (s *selection) proseDegree() float32 {
	var prose, all float32
	for i, p := range s.scores {
		b := &s.page.Blocks[i]
		w := p * float32(b.Words)
		all += w
		if features.IsProse(b) {
			prose += w
		}
	}
	share := prose / max(all, 1)
	return min(max((share-someProse)/(allProse-someProse), 0), 1)
}

// smoothByNeighbours moves each score towards those of the blocks before and after, the less the more the page is one of
// prose: of short texts a single score is uncertain, and content stands together.
func (s *selection) smoothByNeighbours() {
	share := neighbourShare * (1 - s.prose)
	if share <= 0 || len(s.scores) < 2 {
		return
	}
	weight := func(i int) float32 { // of block i for block i+1, and of that for block i
		if s.parentOf(i) == s.parentOf(i+1) {
			return 1
		}
		return otherParentWeight
	}
	var before, own float32
	next := logOdds(s.scores[0])
	for i := range s.scores {
		before, own = own, next
		var sum, weights float32
		if i > 0 {
			w := weight(i - 1)
			sum, weights = sum+w*before, weights+w
		}
		if i+1 < len(s.scores) {
			next = logOdds(s.scores[i+1])
			w := weight(i)
			sum, weights = sum+w*next, weights+w
		}
		s.scores[i] = gbdt.Probability(own + share*(sum/weights-own))
	}
}

// logOdds returns the log odds of a probability, from -maxLogOdds to maxLogOdds.
func logOdds(p float32) float32 {
	odds := float32(math.Log(float64(p / (1 - p))))
	return min(max(odds, -maxLogOdds), maxLogOdds)
}

// smoothBySignature moves each score towards the mean score of the words in blocks with the same signature, the less the
// more the page is one of prose. A page that repeats one shape (cards, posts, rows of a table) mostly keeps all of them
// or none, while a single score is uncertain.
func (s *selection) smoothBySignature() {
	share := smoothingShare * (1 - s.prose)
	if share <= 0 {
		return
	}
	s.signatures = s.features.SumBySignature(s.signatures, s.scores)
	for i := range s.scores {
		s.scores[i] += share * (s.signatures[s.features.SignatureOf(i)].Mean() - s.scores[i])
	}
}

// keepRepeatedBlocks keeps a block in a repeated element from a quarter of the threshold on if at least half of four or more
// blocks with its signature are kept, such as the heading of one card that scored low. A short block with digits, such as a
// price, is kept from mostThreshold on if at least a third of the blocks with its signature are, however few there are.
func (s *selection) keepRepeatedBlocks() {
	const minRepeats = 4
	s.keptLike = append(s.keptLike[:0], make([]int32, s.features.Signatures())...)
	keptLike := s.keptLike
	for i, k := range s.kept {
		if k {
			keptLike[s.features.SignatureOf(i)]++
		}
	}
	for i := range s.kept {
		n, kept := s.features.BlocksLike(i), keptLike[s.features.SignatureOf(i)]
		if n < 2 || s.features.Context(s.page.Blocks[i].Element).Card < 0 {
			continue
		}
		b := &s.page.Blocks[i]
		isFigure := b.Digits > 0 && b.Words <= maxPriceWords && b.LinkWords == 0
		if n >= minRepeats && 2*kept >= n && s.scores[i] >= s.threshold*quarterThreshold || isFigure && 3*kept >= n && s.scores[i] >= s.threshold*mostThreshold {
			s.kept[i] = true
		}
	}
}

// Chosen by cross-validation, see extract/page/train.
const (
	// commentProse is how many expected content words (words times score) stand before the comments of readers at least.
	commentProse = 150
	// commentShare multiplies the scores of comments.
	commentShare = 0.3
)

// minThreadRun is the least length of a run of like elements that are taken for comments though less than
// commentProse words stand before them. A single such element may be the article, in spite of its class.
const minThreadRun = 2

// lowerComments lowers the scores of the comments that readers wrote below an article: elements with a class of
// comments after commentProse expected content words. They may be longer than the article.
func (s *selection) lowerComments() {
	if s.hints.Schema&features.SchemaForum != 0 || s.odds(features.TypeArticle) <= s.odds(features.TypeForum) {
		return
	}
	var before float32
	at := 0
	for e := range s.page.Elements {
		el := &s.page.Elements[e]
		if int(el.First) < at || el.First == el.End || el.Topics&measure.ClassComment == 0 || el.Kinds&(measure.Inline|measure.A) != 0 {
			continue
		}
		for ; at < int(el.First); at++ {
			before += s.scores[at] * float32(s.page.Blocks[at].Words)
		}
		if before < commentProse {
			if el.Run >= minThreadRun {
				at = int(el.End)
			}
			continue
		}
		for ; at < int(el.End); at++ {
			s.scores[at] *= commentShare
		}
	}
}

// suppressNoscript sets the scores of what only readers without scripts see to 0, unless it is more than all that
// others see.
func (s *selection) suppressNoscript() {
	if s.page.NoscriptWords >= s.page.VisibleWords {
		return
	}
	for i := range s.scores {
		if s.kinds(i)&measure.Noscript != 0 {
			s.scores[i] = 0
		}
	}
}

// siteClasses are pairs of words side by side in the classes of what is on each page of a site: the banner of all sites of
// the government of the United States (designsystem.digital.gov), questions for consent, links to the pages before and after, menus.
var siteClasses = [][2]string{{"usa", "banner"}, {"cookie", "banner"}, {"cookie", "consent"}, {"cookie", "notice"}, {"prev", "next"}, {"next", "prev"}, {"navbar", "menu"}}

// suppressSiteParts sets the scores in elements of siteClasses and of links to the pages before and after to 0.
func (s *selection) suppressSiteParts() {
	var pairs [][2]uint32
	var firsts uint64 // a bit for each first word of a pair, which most words haven't
	for _, pair := range siteClasses {
		pairs = append(pairs, [2]uint32{measure.HashWord(pair[0]), measure.HashWord(pair[1])})
		firsts |= measure.BloomBit(measure.HashWord(pair[0]))
	}
	done := int32(0) // the end of the blocks of the last such element, inside of which no other is looked for
	for e := range s.page.Elements {
		el := &s.page.Elements[e]
		for k := el.FirstToken; k+1 < el.FirstToken+int32(el.TokenCount) && el.End > done; k++ {
			if words := [2]uint32(s.page.Tokens[k : k+2]); firsts&measure.BloomBit(words[0]) != 0 && slices.Contains(pairs, words) && 2*int(s.features.Words(el)) < s.page.VisibleWords {
				clear(s.scores[el.First:el.End])
				done = el.End
			}
		}
	}
	for _, l := range s.page.Links {
		if !s.isLinkBlock(l.Block) {
			continue
		}
		switch htmltree.Attr(l.Node, "rel") { // HTML, section 4.6.6
		case "next", "prev", "previous":
			s.scores[l.Block] = 0
		}
	}
}

// suppressControls sets the scores of links that lead nowhere to 0: "Select all", "Reply".
func (s *selection) suppressControls() {
	const maxControlWords = 4
	for _, l := range s.page.Links {
		if s.isLinkBlock(l.Block) && s.page.Blocks[l.Block].Words <= maxControlWords && slices.Contains([]string{"#", "#top", "#wrap"}, htmltree.Attr(l.Node, "href")) {
			s.scores[l.Block] = 0
		}
	}
}

// suppressPostBoilerplate sets the scores of what a forum adds to each post to 0: signatures and who liked it.
func (s *selection) suppressPostBoilerplate() {
	for e := range s.page.Elements {
		if el := &s.page.Elements[e]; el.Parent >= 0 && el.Topics&measure.ClassPostFoot != 0 {
			clear(s.scores[el.First:el.End])
		}
	}
}

// bins is the resolution of scores in fThreshold.
const bins = 256

// fThreshold returns the score from which on blocks are to be kept so that the expected
// F-measure over words is greatest: with scores p and words w, the set S that maximises
// (1+β²) Σ_S p·w / (Σ_S w + β² Σ p·w). It is the blocks above F/(1+β²), F being that
// maximum (Lewis, Evaluating and optimizing autonomous text classification systems, SIGIR
// 1995; Lipton et al., arXiv:1402.1892).
func fThreshold(blocks []measure.TextBlock, prob []float32, beta float32) float32 {
	var weight, gain [bins]float32
	var total float32
	for i, p := range prob {
		w := float32(blocks[i].Words)
		at := min(int(p*bins), bins-1)
		weight[at] += w
		gain[at] += w * p
		total += w * p
	}
	var best, sumWeight, sumGain float32
	for i := bins - 1; i >= 0; i-- {
		sumWeight += weight[i]
		sumGain += gain[i]
		if sumWeight > 0 {
			best = max(best, sumGain/(sumWeight+beta*beta*total))
		}
	}
	return best
}

// Chosen by cross-validation, see extract/page/train.
const (
	// proseStrictness multiplies the threshold of the greatest expected F on a page of prose.
	proseStrictness = 1.2
	// minKeptScore is the least threshold at beta 1. Where only lower scores are found, all of
	// them are unreliable, and so is the expected F.
	minKeptScore = 0.25
	// minProductScore replaces minKeptScore on the page of one product, where other goods, reviews
	// and conditions look like the content.
	minProductScore = 0.4
)

// keepThreshold returns the score from which on blocks are kept. prose is how much the page is one
// of prose, from 0 to 1; sellsOne says that it is about one product. If no block reaches the
// least threshold, the one of the greatest expected F counts alone.
func keepThreshold(blocks []measure.TextBlock, prob []float32, prose, beta float32, sellsOne bool) float32 {
	least := fThreshold(blocks, prob, beta) * (1 + (proseStrictness-1)*prose)
	if floor := atBeta(scoreFloor(sellsOne), beta); slices.Max(prob) >= floor {
		least = max(least, floor)
	}
	return least
}

// atBeta moves a score chosen for beta 1 as another beta moves the threshold of the same F.
func atBeta(score, beta float32) float32 { return score * 2 / (1 + beta*beta) }

// scoreFloor returns the least threshold at beta 1.
func scoreFloor(sellsOne bool) float32 {
	if sellsOne {
		return minProductScore
	}
	return minKeptScore
}

// beta is the weight of recall against precision in the F-measure, 1 unless it is given.
func beta(recall float64) float32 {
	if recall == 0 {
		return 1
	}
	return float32(min(max(recall, 0.1), 10))
}
