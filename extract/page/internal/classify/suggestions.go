package classify

import (
	"strings"
	"sync"

	"golang.org/x/net/html"

	"github.com/webfetch-mcp/webfetch-go/extract/page/internal/measure"
)

// suggestionPhrases begin lines in the text of an article that send the reader to another one,
// in the languages of most news sites. One word alone has to end in a colon.
const suggestionPhrases = `read also
also read
read more
read next
you may also like
you might also like
related
related story
related article
watch
more
lea también
lee también
leer también
lea además
lea más
lee más
leer más
lea
mira
mirá
vea también
le puede interesar
te puede interesar
puede interesarle
podría interesarte
también puedes leer
leia também
leia mais
veja também
saiba mais
lire aussi
à lire aussi
lisez aussi
lire également
voir aussi
lesen sie auch
lesen sie hier
lies auch
auch interessant
schon gelesen
mehr zum thema
das könnte sie auch interessieren
leggi anche
vedi anche
lees ook
lees meer
läs också
läs mer
les også
læs også
czytaj też
czytaj także
czytaj również
czytaj więcej
zobacz też
zobacz także
zobacz również
przeczytaj też
przeczytaj także
читайте также
читать также
смотрите также
baca juga`

var suggestionsByWord = sync.OnceValue(func() phrases { return newPhrases(suggestionPhrases) })

// maxPhraseWords is the length of the longest phrase in words, maxSuggestionWords that of a
// suggestion, maxSuggestions how many of them stand below a line that only announces them.
const (
	maxPhraseWords     = 5
	maxSuggestionWords = 40
	maxSuggestions     = 6
)

// dropSuggestions leaves out lines between the paragraphs of an article that send the reader to
// another one: a phrase like "Read also:" and a link, or such a phrase with links below it.
func (s *selection) dropSuggestions() {
	if !s.isArticlePage() {
		return
	}
	for i := 0; i < len(s.kept); i++ {
		b := &s.page.Blocks[i]
		if !s.kept[i] || b.Words > maxSuggestionWords || b.Words-b.LinkWords > maxPhraseWords {
			continue
		}
		n := s.phraseAtStart(b, suggestionsByWord())
		switch {
		case n == 0, s.inUnit(i):
		case b.Words > n && b.LinkWords > 0 && b.Words-b.LinkWords <= n && (n > 1 || s.opensWithColon(b)):
			s.kept[i] = false
		case b.Words == n:
			s.dropAnnounced(i)
		}
	}
}

// dropAnnounced leaves out a line and the links right below it, if there are any.
func (s *selection) dropAnnounced(line int) {
	for i := line + 1; i < len(s.kept) && i <= line+maxSuggestions; i++ {
		b := &s.page.Blocks[i]
		if !s.kept[i] || b.Words > maxSuggestionWords || b.LinkWords < b.Words || b.Words == 0 {
			break
		}
		s.kept[line], s.kept[i] = false, false
	}
}

// phraseAtStart returns how many words the longest of the phrases has that a block begins
// with, 0 for none.
func (s *selection) phraseAtStart(b *measure.TextBlock, p phrases) int32 {
	return int32(p.startOf(s.page.Words[b.FirstWord : b.FirstWord+int32(b.HashedWords)]))
}

// opensWithColon reports whether a colon follows the first word of a block.
func (s *selection) opensWithColon(b *measure.TextBlock) bool {
	for n := range s.page.Nodes[b.Leaf].Descendants() {
		if n.Type == html.TextNode {
			if text := strings.TrimSpace(n.Data); text != "" {
				return strings.IndexByte(text, ':') > 0 && !strings.Contains(text[:strings.IndexByte(text, ':')], " ")
			}
		}
	}
	return false
}
