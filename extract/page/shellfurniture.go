package page

import (
	"slices"
	"strings"

	"golang.org/x/net/html"

	"github.com/webfetch-mcp/webfetch-go/extract/internal/htmltree"
)

// furniture are words in the names of elements that are empty on pages that are
// whole: scripts put a widget there, or a picture behind the text.
var furniture = strings.Fields("modal modals modalroot toast toasts toaster popup popups popover overlay overlays tooltip tooltips dialog dialogs cookie cookies consent gdpr onetrust ad ads adsbygoogle advert banner " +
	"share social addthis fb disqus comment comments review reviews rating chat widget intercom captcha recaptcha hcaptcha translate translator instagram instafeed twitter map maps mapbox leaflet particles canvas candle " +
	"bg background backdrop snow stars score sidebar nav navigation navbar menu burger header footer topbar toolbar player slider carousel swiper newsletter notification notifications alert alerts snackbar teleports lightbox " +
	"progress progressbar cursor spacer clearfix clear icon icons logo avatar breadcrumb breadcrumbs pager pagination top totop scrolltop divider separator line hr arrow badge tracking pixel analytics portal portals announcer live skip search suggestions " +
	"error errors warning message messages flash")

// isFurniture reports whether the name, id or class of an element has such a word.
func isFurniture(n *html.Node) bool {
	for _, name := range [...]string{n.Data, htmltree.Attr(n, "id"), htmltree.Attr(n, "class")} {
		for word := range strings.FieldsFuncSeq(strings.ToLower(name), func(r rune) bool { return r == '-' || r == '_' || r == ' ' || r == ':' || r == '.' }) {
			if slices.Contains(furniture, word) {
				return true
			}
		}
	}
	return false
}
