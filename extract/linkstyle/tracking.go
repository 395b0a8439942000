package linkstyle

import (
	"slices"
	"strings"
)

// isTracking reports whether name, in lower case, is that of a parameter that says where a
// reader came from and changes nothing of the answer. Names that some sites use
// otherwise (ref, source, sid) are not among them.
func isTracking(name string) bool {
	for _, p := range trackingPrefixes {
		if strings.HasPrefix(name, p) {
			return true
		}
	}
	switch name {
	case "gclid", "gclsrc", "gbraid", "wbraid", "dclid", "fbclid", "msclkid", "yclid", "ysclid", "twclid", "ttclid", "li_fat_id",
		"igshid", "igsh", "mc_cid", "mc_eid", "_hsenc", "_hsmi", "hsctatracking", "mkt_tok", "vero_id", "vero_conv",
		"oly_anon_id", "oly_enc_id", "_openstat", "wickedid", "_ga", "_gl", "ref_src", "srsltid", "pk_campaign", "pk_kwd",
		"at_medium", "at_campaign", "cmpid", "s_cid", "spm", "rb_clickid", "epik", "guccounter", "guce_referrer", "guce_referrer_sig",
		"sc_cid", "xtor", "wt_mc", "icid", "ncid", "intcmp", "int_cmp", "smid", "trackingid", "mibextid", "irclickid", "irgwc", "cjevent", "cjdata",
		"awc", "ranmid", "raneaid", "ransiteid", "zanpid", "_branch_match_id", "_kx", "hss_channel", "dm_i",
		"fb_action_ids", "fb_action_types", "ns_campaign", "ns_mchannel", "ns_linkname", "ns_source", "unicorn_click_id":
		return true
	}
	return false
}

var trackingPrefixes = []string{"utm_", "mtm_", "matomo_", "piwik_", "hsa_", "__hs", "hubs_", "itm_", "elqtrack", "wt.", "trk_"}

// isSession reports a parameter that holds the session of the reader who saved
// the page.
func isSession(name, value string) bool {
	switch name {
	case "phpsessid", "jsessionid", "aspsessionid":
		return true
	case "sid", "s", "osid", "session", "sessionid", "session_id":
		return len(value) >= 32 && strings.Trim(strings.ToLower(value), "0123456789abcdef:") == ""
	}
	return false
}

// hostTracking are parameters that serve tracking on a large site only: there
// they change nothing of the answer, elsewhere they may.
type hostTracking struct {
	host  string   // with its subdomains; "amazon." stands for all its countries
	names []string // a name that ends in "*" stands for all that begin so
}

func (h *hostTracking) has(name string) bool {
	return h != nil && slices.ContainsFunc(h.names, func(n string) bool {
		prefix, many := strings.CutSuffix(n, "*")
		return name == n || many && strings.HasPrefix(name, prefix)
	})
}

var hostsTracking = []hostTracking{
	{"amazon.", []string{"dib", "dib_tag", "qid", "sprefix", "crid", "pf_rd_*", "pd_rd_*", "content-id", "linkcode", "linkid", "ascsubtag", "camp", "creative", "creativeasin", "ref_", "ref", "_encoding", "sr"}},
	{"google.", []string{"ved", "ei", "sxsrf", "uact", "gs_lcp", "gs_lp", "gs_lcrp", "sclient", "oq", "sca_esv", "sca_upv", "rlz", "uds", "aqs", "sourceid", "iflsig", "bih", "biw", "si"}},
	{"youtube.com", []string{"si", "feature", "pp", "ab_channel", "embeds_*", "source_ve_path"}},
	{"youtu.be", []string{"si", "feature", "pp"}},
	{"steampowered.com", []string{"snr", "curator_clanid"}},
	{"twitter.com", []string{"s", "t", "ref_url", "cn", "refsrc"}},
	{"x.com", []string{"s", "t", "ref_url", "cn", "refsrc"}},
	{"linkedin.com", []string{"trk", "refid", "lipi", "lici", "midtoken", "originalsubdomain"}},
	{"facebook.com", []string{"__cft__*", "__tn__", "__xts__*", "hc_ref", "fref", "rdid", "refid", "eav", "paipv"}},
	{"booking.com", []string{"label", "srpvid", "sid"}},
	{"ebay.", []string{"_trkparms", "_trksid", "amdata", "mkevt", "mkcid", "mkrid", "toolid", "customid"}},
	{"aliexpress.", []string{"scm", "algo_pvid", "algo_exp_id", "algo_expid", "btsid", "ws_ab_test", "pdp_npi", "curpagelogid", "utparam-url", "gatewayadapt"}},
	{"etsy.com", []string{"click_key", "click_sum", "ga_order", "ga_search_type", "ga_view_type", "ref", "organic_search_click"}},
	{"spotify.com", []string{"si", "nd"}},
	{"reddit.com", []string{"share_id", "ref", "ref_source", "rdt"}},
	{"tiktok.com", []string{"_t", "_r", "is_from_webapp", "sender_device"}},
	{"apple.com", []string{"itsct", "itscg"}},
	{"medium.com", []string{"source"}},
}

// trackedBy returns the parameters that track on a host, nil for none.
func trackedBy(host string) *hostTracking {
	for i := range hostsTracking {
		h := &hostsTracking[i]
		name, countries := strings.CutSuffix(h.host, ".")
		switch {
		case !countries && isWithin(host, h.host):
			return h
		case countries && (strings.HasPrefix(host, h.host) || strings.Contains(host, "."+name+".")):
			return h
		}
	}
	return nil
}
