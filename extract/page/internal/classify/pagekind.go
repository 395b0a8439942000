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
