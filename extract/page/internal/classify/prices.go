package classify

import (
	"slices"
	"strings"
	"unicode"

	"github.com/webfetch-mcp/webfetch-go/extract/page/internal/measure"
	"github.com/webfetch-mcp/webfetch-go/extract/page/internal/meta"
)

const (
	maxBelowTitle  = 20 // blocks between the title of a product and its price: a rating, a seller, pictures
	maxPriceCopies = 3  // of the price in one shape: once in a bar that stays on the screen
	maxCardBlocks  = 20 // of a card with a price
	maxPriceBytes  = 200
)

// currencies are written in letters beside amounts.
const currencies = " EUR USD GBP CHF SEK NOK DKK ISK PLN CZK HUF RON CAD AUD NZD JPY CNY INR BRL Euro euros kr zł Kč Ft lei руб р грн 円 元 "

// keepPrices keeps prices, which the texts that the model has learned from mostly leave out:
//
//   - the first one below the title of a product; of a room, a course or a deal if its class says that it is a price
//   - the first one of each card with kept text in a row of cards, if its class says so: goods, homes, offers in an article
//
// and with it the one that follows, as one of the two is the price before a discount.
func (s *selection) keepPrices() {
	title, isProduct, last := int(s.features.TitleBlock()), s.sellsOne() || strings.HasPrefix(s.hints.Type, "product"), int32(-1)
	sought := title >= 0 && (isProduct || !s.declaresArticle())
	for i := range s.kept {
		card := s.features.Context(s.page.Blocks[i].Element).Card
		if card < 0 || int(s.page.Elements[card].First) <= title { // not in a row of goods
			isNear := i > title && i <= title+maxBelowTitle && s.element(i).AnyTopics&measure.ClassRelated == 0
			if sought && isNear && s.features.BlocksLike(i) <= maxPriceCopies && s.isPrice(i, isProduct) {
				sought = false
				s.keepPriceAt(i, len(s.kept), isProduct)
			}
		} else if card != last && s.isPrice(i, false) {
			last = card
			if el := &s.page.Elements[card]; s.kept[i] || el.End-el.First <= maxCardBlocks && s.keptFrom(el.First, el.End) > 0 {
				s.keepPriceAt(i, int(el.End), false)
			}
		}
	}
}

// keepPriceAt keeps the price in block i, and the next one beside it before end with its label.
func (s *selection) keepPriceAt(i, end int, byText bool) {
	s.kept[i] = true
	_, beside := s.near(s.parentOf(i), 1, func(el *measure.Element) bool { return int(el.End) > i+1 })
	for j := i + 1; beside != nil && j < min(i+3, end, int(beside.End)); j++ {
		if s.isPrice(j, byText && s.page.Blocks[j].Words <= 2) {
			s.keepRange(i, j+1)
			return
		}
	}
}

// isPrice reports whether a block is a price by its text, of up to maxPriceWords words, or by its class and text, of twice as many:
// "From $1099 or $91.58/mo. for 12 mo."
func (s *selection) isPrice(i int, byText bool) bool {
	b := &s.page.Blocks[i]
	if b.Digits == 0 || b.Words > 2*maxPriceWords || s.mostlyLinks(i, i+1) || s.kinds(i)&boilerplateKinds != 0 {
		return false
	}
	if _, topics := s.page.Near(b.Leaf); topics&measure.ClassPrice == 0 && (!byText || b.Words > maxPriceWords) {
		return false
	}
	text := meta.BlockText(s.page, i, maxPriceBytes)
	if strings.ContainsFunc(text, func(r rune) bool { return unicode.Is(unicode.Sc, r) }) {
		return true
	}
	words := strings.FieldsFunc(text, func(r rune) bool { return !unicode.IsLetter(r) })
	return slices.ContainsFunc(words, func(word string) bool { return strings.Contains(currencies, " "+word+" ") })
}
