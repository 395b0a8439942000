package classify

import (
	"strings"
	"sync"

	"github.com/webfetch-mcp/webfetch-go/extract/internal/htmltree"
	"github.com/webfetch-mcp/webfetch-go/extract/page/internal/measure"
)

// maxSignBytes is the length in bytes of punctuation that is dropped if it is a block of its
// own.
const maxSignBytes = 2

// dropStraySigns leaves out punctuation that is a block of its own outside of units, such as
// a full stop used as a spacer or the currency of a price that a script fills in, and the
// placeholder "Loading...".
func (s *selection) dropStraySigns() {
	loading := measure.HashWord("loading")
	for i := range s.kept {
		b := &s.page.Blocks[i]
		switch {
		case !s.kept[i]:
		case b.Words == 0 && b.Bytes <= maxSignBytes && strings.IndexByte(".,;:|/-+$", b.First) >= 0 && s.isAlone(b) && !s.inUnit(i):
			s.kept[i] = false
		case b.Words == 1 && b.HashedWords == 1 && s.page.Words[b.FirstWord] == loading && b.Bytes > int32(len("loading")):
			s.kept[i] = false
		}
	}
}

// isAlone reports whether a block is all the text of the element that holds it.
func (s *selection) isAlone(b *measure.TextBlock) bool {
	el := &s.page.Elements[b.Element]
	return el.End-el.First == 1
}

// minContentsLinks is how many links follow the heading or label of a table of contents at least.
const minContentsLinks = 2

// dropContentsHeadings leaves out the heading or label of a table of contents whose links are not
// kept: another pass has left them out, or a script would have made them.
func (s *selection) dropContentsHeadings() {
	var toPart []bool // what linksToParts returns; nil until it is needed
	for i := 0; i+minContentsLinks < len(s.kept); i++ {
		if !s.kept[i] || s.page.Blocks[i].Words > maxLabelWords {
			continue
		}
		switch {
		case s.hasLinksBelow(i):
			if toPart == nil {
				toPart = s.linksToParts()
			}
			s.kept[i] = !(toPart[i+1] && toPart[i+minContentsLinks] && (s.isOfContents(i) || s.isOfContents(i+1) || s.namesContents(i)))
		case s.announcesContents(i):
			if toPart == nil {
				toPart = s.linksToParts()
			}
			s.kept[i] = s.kept[i+1] && toPart[i+1]
		}
	}
}

// hasLinksBelow reports whether the minContentsLinks blocks after block i are links that are left out.
func (s *selection) hasLinksBelow(i int) bool {
	for j := i + 1; j <= i+minContentsLinks; j++ {
		if b := &s.page.Blocks[j]; s.kept[j] || b.LinkWords == 0 || b.LinkWords < b.Words {
			return false
		}
	}
	return true
}

// linksToParts returns for each block whether a link in it leads to a part of the page.
func (s *selection) linksToParts() []bool {
	toPart := make([]bool, len(s.kept))
	for _, l := range s.page.Links {
		if l.Block >= 0 && strings.HasPrefix(htmltree.Attr(l.Node, "href"), "#") {
			toPart[l.Block] = true
		}
	}
	return toPart
}

// isOfContents reports whether block i is in or near an element with a class of a table of
// contents.
func (s *selection) isOfContents(i int) bool {
	_, topics := s.page.Near(s.page.Blocks[i].Leaf)
	return topics&measure.ClassToc != 0
}

// contentsPhrases are headings of tables of contents.
const contentsPhrases = `contents
table of contents
in this article
in this post
in this guide
on this page
jump to
inhalt
inhaltsverzeichnis
auf dieser seite
sommaire
dans cet article
table des matières
índice
contenido
tabla de contenidos
en este artículo
neste artigo
indice
in questo articolo
inhoud
inhoudsopgave
spis treści
содержание
оглавление`

var contentsByWord = sync.OnceValue(func() phrases { return newPhrases(contentsPhrases) })

// namesContents reports whether block i says that a table of contents follows, and no more.
func (s *selection) namesContents(i int) bool {
	b := &s.page.Blocks[i]
	n := s.phraseAtStart(b, contentsByWord())
	return n > 0 && n == b.Words
}

// announcesContents reports whether heading i announces a table of contents in several words. One
// word alone, such as "Contents", may mean something else.
func (s *selection) announcesContents(i int) bool {
	return s.page.Blocks[i].Words > 1 && s.isHeading(i) && s.namesContents(i)
}

// maxLabelWords bounds the words of the label of a table of contents.
const maxLabelWords = 6
