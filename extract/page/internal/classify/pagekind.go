package classify

import (
	"slices"
	"strings"

	"golang.org/x/net/html/atom"

	"github.com/webfetch-mcp/webfetch-go/extract/page/internal/features"
)

// The least log odds of the type of a page, by its address and its metadata, for IsShopOrList, declaresForum and
// isDocumentation.
const (
	minShopOdds          = 0.2
	minListOdds          = 0.3
	minForumOdds         = 0.5
	minDocumentationOdds = 0.5
)

func (s *selection) odds(t features.PageType) float32 { return s.features.PageTypeOdds(t) }

// IsShopOrList reports whether the page of the last Classify looks like one that sells
// something or lists others, by its address and its metadata.
func (c *Classifier) IsShopOrList() bool {
	odds := c.extractor.PageTypeOdds
	shop, list := odds(features.TypeProduct), odds(features.TypeList)
	rest := max(odds(features.TypeArticle), odds(features.TypeForum), odds(features.TypeDocumentation))
	return shop > max(rest, minShopOdds) || list > max(rest, minListOdds)
}

// isArticlePage reports whether the page is an article: its metadata says so, or it is one of prose
// and, by address and metadata, neither of a forum nor documentation.
func (s *selection) isArticlePage() bool {
	return s.declaresArticle() || s.prose >= minProsePage && !s.isForum() && s.odds(features.TypeDocumentation) <= s.odds(features.TypeArticle)
}

func (s *selection) declaresArticle() bool {
	return s.hints.Schema&(features.SchemaForum|features.SchemaProduct) == 0 &&
		(slices.Contains([]string{"article", "news", "newsarticle"}, s.hints.Type) || s.hints.Schema&features.SchemaArticle != 0)
}

// isForum reports whether the page is one of a forum, by its JSON-LD types and its address and metadata.
func (s *selection) isForum() bool {
	return s.hints.Schema&features.SchemaForum != 0 || s.odds(features.TypeForum) > s.odds(features.TypeArticle)
}

func (s *selection) declaresForum() bool {
	return s.isForum() && (s.hints.Schema&features.SchemaForum != 0 || s.odds(features.TypeForum) >= minForumOdds)
}

func (s *selection) sellsOne() bool { return s.hints.Schema&features.SchemaProduct != 0 }

// Documentation shows code: at least minCodeBlocks blocks of it, or minCodeWords names in running
// text, one in at most maxWordsPerCode words. Of 220 pages of 48 packages of documentation 125
// do so, of 669 articles and pages of shops, services and lists 33, most of which are about
// programming too.
const (
	minCodeBlocks   = 2
	minCodeWords    = 5
	maxWordsPerCode = 100
)

const documentationGenerators = "antora asciidoc bookdown docbook docusaurus docutils doxygen gitbook groff javadoc jsdoc latex2html " +
	"makeinfo mandoc mdbook mkdocs pkgdown quarto ronn rustdoc sphinx starlight typedoc vitepress"

// isDocumentation reports whether the page is documentation: its address or its metadata
// declare it, a documentation generator made it, or it shows much code and is not an
// article, a thread or a product.
func (s *selection) isDocumentation() bool {
	if s.declaresArticle() || s.hints.Schema&(features.SchemaForum|features.SchemaProduct) != 0 {
		return false
	}
	others := max(s.odds(features.TypeArticle), s.odds(features.TypeForum), s.odds(features.TypeProduct), s.odds(features.TypeList))
	if s.odds(features.TypeDocumentation) > max(minDocumentationOdds, others) {
		return true
	}
	generator := strings.ToLower(s.hints.Generator)
	for name := range strings.FieldsSeq(documentationGenerators) {
		if strings.Contains(generator, name) {
			return true
		}
	}
	return !s.isForum() && s.showsCode()
}

func (s *selection) showsCode() bool {
	blocks, names := 0, 0
	for e := range s.page.Elements {
		switch s.page.Elements[e].Atom {
		case atom.Pre:
			blocks++
		case atom.Code, atom.Tt, atom.Kbd, atom.Samp, atom.Var:
			names++
		}
	}
	return blocks >= minCodeBlocks || names >= minCodeWords && names*maxWordsPerCode >= s.page.VisibleWords+s.page.NoscriptWords
}
