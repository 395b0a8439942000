package linkstyle

import (
	"net/url"
	"slices"
	"strings"

	"github.com/webfetch-mcp/webfetch-go/extract/internal/ascii"
)

// Services that send readers on to an address in one of their parameters are
// told by words in their host or path, and by the names of that parameter, the
// surest first.
var (
	redirectWords = []string{ // in order
		"anrdoezrs", "away", "awin1", "click", "clickgate", "clicks", "clk", "cread", "deeplink", "dpbolvw", "exit", "external", "go",
		"goto", "jdoqocy", "kqzyfj", "l", "leave", "leaving", "link", "linkfilter", "linkout", "linksynergy", "linktrack", "out",
		"outbound", "outgoing", "redir", "redirect", "redirectingat", "rover", "safelinks", "shareasale", "skimresources", "slack-redir",
		"tkqlhce", "track", "tracker", "tracking", "url", "viglink", "visit", "zdcs",
	}
	redirectNames = []string{
		"url", "u", "to", "target", "dest", "destination", "murl", "ued", "wgtarget", "urllink", "mpre", "oadest", "goto", "redirect_url",
		"link", "t", "q", "p", "z",
	}
)

// maxRedirects bounds redirectors that lead to redirectors.
const maxRedirects = 4

// throughRedirectors returns the address that redirectors lead to, address
// itself if it is none of theirs.
func throughRedirectors(address string) string {
	for range maxRedirects {
		next := redirectTarget(address)
		if next == "" {
			break
		}
		address = next
	}
	return address
}

// redirectTarget returns the address that a redirector's address holds, ""
// for none.
func redirectTarget(address string) string {
	if _, query, _ := strings.Cut(address, "?"); !strings.Contains(query, "http") {
		return ""
	}
	u, err := url.Parse(unescaped(address))
	if err != nil || u.Host == "" {
		return ""
	}
	if !isRedirector(u) {
		return ""
	}
	query := u.Query()
	for _, name := range redirectNames {
		if t := webAddress(query.Get(name)); t != "" && hostOf(t) != strings.ToLower(u.Hostname()) {
			return t
		}
	}
	return ""
}

// isRedirector reports whether a host or path is that of a redirector.
func isRedirector(u *url.URL) bool {
	between := func(r rune) bool { return r == '.' || r == '/' }
	for word := range strings.FieldsFuncSeq(strings.ToLower(u.Hostname()+"/"+u.Path), between) {
		if _, found := slices.BinarySearch(redirectWords, word); found {
			return true
		}
	}
	return isImpactPath(u.Path)
}

// isImpactPath reports the paths of the partner network impact.com, which has
// many hosts: "/c/123/456/789".
func isImpactPath(path string) bool {
	parts := strings.Split(strings.TrimPrefix(path, "/"), "/")
	if len(parts) != 4 || parts[0] != "c" {
		return false
	}
	return strings.Trim(strings.Join(parts[1:], ""), "0123456789") == ""
}

// webAddress returns an address of the web in a form that Markdown takes for a
// destination, "" for any other text.
func webAddress(s string) string {
	u, err := url.Parse(s)
	if err != nil || u.Scheme != "http" && u.Scheme != "https" || u.Hostname() == "" || u.User != nil {
		return ""
	}
	return markdownSafe.Replace(u.String())
}

var markdownSafe = strings.NewReplacer(" ", "%20", "(", "%28", ")", "%29", "<", "%3C", ">", "%3E", `\`, "%5C", "\n", "", "\t", "", `"`, "%22")

// isWithin reports whether host is domain or below it.
func isWithin(host, domain string) bool {
	return host == domain || strings.HasSuffix(host, domain) && host[len(host)-len(domain)-1] == '.'
}

// isShare reports whether a destination is that of a button that sends the page
// on, in a mail without recipient or to people of a network.
func isShare(dest string) bool {
	if rest, ok := cutPrefixFold(dest, "mailto:"); ok {
		return strings.HasPrefix(rest, "?")
	}
	_, rest, ok := strings.Cut(dest, "://")
	if !ok || !strings.Contains(rest, "?") {
		return false
	}
	rest = strings.ToLower(strings.TrimPrefix(strings.TrimPrefix(rest, "www."), "m."))
	return slices.ContainsFunc(shareAddresses, func(s string) bool { return strings.HasPrefix(rest, s) })
}

var shareAddresses = []string{
	"facebook.com/sharer", "facebook.com/share.php", "facebook.com/dialog/share", "facebook.com/dialog/feed",
	"twitter.com/intent/tweet", "twitter.com/share", "twitter.com/home?status=", "x.com/intent/tweet", "x.com/intent/post", "x.com/share",
	"linkedin.com/sharearticle", "linkedin.com/sharing/share-offsite", "linkedin.com/cws/share",
	"pinterest.com/pin/create", "reddit.com/submit", "tumblr.com/share", "tumblr.com/widgets/share/tool", "plus.google.com/share",
	"xing.com/app/user?op=share", "xing.com/spi/shares", "xing.com/social/share", "getpocket.com/save", "getpocket.com/edit",
	"t.me/share", "telegram.me/share", "wa.me/?text=", "api.whatsapp.com/send?text=", "web.whatsapp.com/send?text=", "vk.com/share.php", "vkontakte.ru/share.php",
	"connect.ok.ru/offer", "service.weibo.com/share", "v.weibo.com/share", "sns.qzone.qq.com/cgi-bin/qzshare", "share.flipboard.com/", "bsky.app/intent/compose",
	"news.ycombinator.com/submitlink", "threads.net/intent/post", "social-plugins.line.me/lineit/share", "b.hatena.ne.jp/add", "instapaper.com/hello2",
	"digg.com/submit", "stumbleupon.com/submit", "delicious.com/save", "del.icio.us/post",
}

func cutPrefixFold(s, prefix string) (string, bool) {
	if len(s) < len(prefix) || !strings.EqualFold(s[:len(prefix)], prefix) {
		return s, false
	}
	return s[len(prefix):], true
}

// unescaped returns a destination without the backslashes and the character
// references of ampersands that Markdown may have in it.
func unescaped(dest string) string {
	dest = strings.ReplaceAll(dest, "&amp;", "&")
	if !strings.Contains(dest, `\`) {
		return dest
	}
	var b strings.Builder
	for i := 0; i < len(dest); i++ {
		if dest[i] == '\\' && i+1 < len(dest) && ascii.IsPunct(dest[i+1]) {
			i++
		}
		b.WriteByte(dest[i])
	}
	return b.String()
}
