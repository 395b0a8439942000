package linkstyle

import (
	"net/url"
	"strings"
)

// pageAddress returns the address of the page without its fragment, "" for
// none.
func pageAddress(page *url.URL) string {
	if page == nil {
		return ""
	}
	plain := *page
	plain.Fragment, plain.RawFragment = "", ""
	return plain.String()
}

// isOwn reports whether a destination is a place of the page. A fragment like
// "#/install" or "#!install" names another page of an application that its scripts
// show.
func isOwn(dest, page string) bool {
	address, fragment, _ := strings.Cut(dest, "#")
	if strings.HasPrefix(fragment, "/") || strings.HasPrefix(fragment, "!") {
		return false
	}
	if address == "" {
		return dest != ""
	}
	return page != "" && address == page
}

// cleanAddress returns a destination without the parameters that serve tracking
// only. It keeps the others as they are written.
func cleanAddress(dest string) string {
	address, query, found := strings.Cut(dest, "?")
	if !found || strings.IndexByte(address, '#') >= 0 {
		return dest
	}
	query, fragment, hasFragment := strings.Cut(query, "#")
	var kept []string
	dropped := false
	for p := range strings.SplitSeq(strings.ReplaceAll(query, "&amp;", "&"), "&") {
		name, _, _ := strings.Cut(p, "=")
		if isTracking(strings.ReplaceAll(name, "\\", "")) { // Markdown escapes "_"
			dropped = true
		} else {
			kept = append(kept, p)
		}
	}
	if !dropped {
		return dest
	}
	if len(kept) > 0 {
		address += "?" + strings.Join(kept, "&")
	}
	if hasFragment {
		address += "#" + fragment
	}
	return address
}

// isTracking reports whether name is that of a parameter that says where a reader came
// from and changes nothing of the answer. Names that some sites use otherwise
// (ref, source, sid) are not among them.
func isTracking(name string) bool {
	switch name = strings.ToLower(name); {
	case strings.HasPrefix(name, "utm_"), strings.HasPrefix(name, "mtm_"), strings.HasPrefix(name, "matomo_"),
		strings.HasPrefix(name, "piwik_"), strings.HasPrefix(name, "hsa_"), strings.HasPrefix(name, "__hs"):
		return true
	}
	switch name {
	case "gclid", "gclsrc", "gbraid", "wbraid", "dclid", "fbclid", "msclkid", "yclid", "ysclid", "twclid", "ttclid", "li_fat_id",
		"igshid", "igsh", "mc_cid", "mc_eid", "_hsenc", "_hsmi", "hsctatracking", "mkt_tok", "vero_id", "vero_conv",
		"oly_anon_id", "oly_enc_id", "_openstat", "wickedid", "_ga", "_gl", "ref_src", "srsltid", "pk_campaign", "pk_kwd",
		"at_medium", "at_campaign", "cmpid", "s_cid", "spm", "rb_clickid", "epik", "guccounter", "guce_referrer", "guce_referrer_sig":
		return true
	}
	return false
}
