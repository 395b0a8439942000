package classify

import "github.com/webfetch-mcp/webfetch-go/extract/page/internal/features"

// The least log odds of the type of a page that sells something, or lists others, for
// IsShopOrList.
const (
	minShopOdds = 0.2
	minListOdds = 0.3
)

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
	odds := s.features.PageTypeOdds
	return s.declaresArticle() || s.prose >= minProsePage && !s.isForum() && odds(features.TypeDocumentation) <= odds(features.TypeArticle)
}

// declaresArticle reports whether the metadata of the page says that it is an article and
// nothing else.
func (s *selection) declaresArticle() bool {
	if s.hints.Schema&(features.SchemaForum|features.SchemaProduct) != 0 {
		return false
	}
	switch s.hints.Type {
	case "article", "news", "newsarticle":
		return true
	}
	return s.hints.Schema&features.SchemaArticle != 0
}
