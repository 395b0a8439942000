package meta

import (
	"net/url"
	"strings"

	"github.com/webfetch-mcp/webfetch-go/extract/internal/htmltree"
	"github.com/webfetch-mcp/webfetch-go/extract/page/internal/features"
	"github.com/webfetch-mcp/webfetch-go/extract/page/internal/measure"
)

// Hints returns what the head of the page says to the choice of features. A nil
// u, or one without a host, is an unknown address.
func Hints(h *measure.Head, u *url.URL) features.Hints {
	hints := features.Hints{PathSegments: -1}
	if u != nil && u.Host != "" {
		hints.PathSegments = 0
		for s := range strings.SplitSeq(u.Path, "/") {
			if s != "" {
				hints.PathSegments++
			}
		}
		hints.Address, hints.Query = u.Path, u.RawQuery
		if u.RawQuery != "" {
			hints.PathSegments += 20
		}
	}
	if h.Title != nil && h.Title.FirstChild != nil {
		hints.Title = h.Title.FirstChild.Data
	}
	for _, n := range h.Meta {
		if htmltree.Attr(n, "name") == "generator" {
			hints.Generator = htmltree.Attr(n, "content")
		}
		if htmltree.Attr(n, "name") == "description" && hints.Description == "" {
			hints.Description = htmltree.Attr(n, "content")
		}
		switch htmltree.Attr(n, "property") {
		case "og:description":
			if c := htmltree.Attr(n, "content"); c != "" {
				hints.Description = c
			}
		case "og:title":
			if c := htmltree.Attr(n, "content"); c != "" {
				hints.Title = c
			}
		case "og:type":
			hints.Type = htmltree.Attr(n, "content")
		}
	}
	for _, n := range h.JSONLD {
		if n.FirstChild != nil {
			hints.Schema |= schemaTypes(n.FirstChild.Data)
		}
	}
	return hints
}

func schemaTypes(s string) features.SchemaTypes {
	var found features.SchemaTypes
	for {
		i := strings.Index(s, `"@type"`)
		if i < 0 {
			return found
		}
		s = strings.TrimLeft(s[i+len(`"@type"`):], " \t\r\n:[")
		for strings.HasPrefix(s, `"`) {
			end := strings.IndexByte(s[1:], '"')
			if end < 0 {
				return found
			}
			found |= schemaType(s[1 : 1+end])
			s = strings.TrimLeft(s[end+2:], " \t\r\n,")
			if strings.HasPrefix(strings.TrimLeft(s[min(1, len(s)):], "@"), "type") {
				break
			}
			if j := strings.IndexAny(s, `:]}`); j < 0 || s[j] == ':' {
				break
			}
		}
	}
}

func schemaType(t string) features.SchemaTypes {
	switch t = strings.TrimPrefix(strings.TrimPrefix(t, "https://schema.org/"), "http://schema.org/"); t {
	case "Article", "NewsArticle", "BlogPosting", "ReportageNewsArticle", "AnalysisNewsArticle", "OpinionNewsArticle",
		"BackgroundNewsArticle", "LiveBlogPosting", "ScholarlyArticle", "MedicalWebPage", "Report", "AdvertiserContentArticle":
		return features.SchemaArticle
	case "Product", "ProductGroup", "IndividualProduct", "Vehicle", "Car", "SoftwareApplication", "Book", "Course":
		return features.SchemaProduct
	case "DiscussionForumPosting", "QAPage", "SocialMediaPosting":
		return features.SchemaForum
	case "FAQPage":
		return features.SchemaFAQ
	case "ItemList", "CollectionPage", "SearchResultsPage", "Blog", "OfferCatalog":
		return features.SchemaList
	case "Recipe", "HowTo":
		return features.SchemaRecipe
	case "Event":
		return features.SchemaEvent
	case "VideoObject":
		return features.SchemaVideo
	case "LocalBusiness", "Service", "ProfessionalService", "Store", "Restaurant", "Hotel", "MedicalBusiness":
		return features.SchemaBusiness
	case "TechArticle", "APIReference":
		return features.SchemaTechArticle
	}
	return 0
}
