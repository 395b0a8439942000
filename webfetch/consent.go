package webfetch

import (
	"slices"
	"strings"

	"github.com/webfetch-mcp/webfetch-go/webfetch/robots"
)

// maxConsent bounds the statements in Provenance.Consent.
const maxConsent = 40

// consentOf collects what a site says about the use of a page: in robots.txt, in
// the header of the response, as far as it is for the robot with this product token, and
// in the page.
func consentOf(rules *robots.Rules, resp *response, token string, inPage []string) []robots.Signal {
	var all []robots.Signal
	add := func(use string, allowed bool, source, policy string) {
		switch use { // the names of other vocabularies, such as draft-ietf-aipref-vocab
		case "train-ai", "genai", "ai":
			use = "ai-train"
		}
		isWord := use != "" && len(use) <= 40 && strings.Trim(use, "abcdefghijklmnopqrstuvwxyz0123456789-_") == ""
		if s := (robots.Signal{Use: use, Allowed: allowed, Source: source, Policy: policy}); isWord && len(all) < maxConsent && !slices.Contains(all, s) {
			all = append(all, s)
		}
	}
	for _, s := range rules.Signals(resp.URL) {
		add(s.Use, s.Allowed, "robots.txt "+s.Source, "")
	}
	for _, field := range []string{"Content-Signal", "Content-Usage"} {
		for _, s := range robots.ParseSignals(strings.Join(resp.Header.Values(field), ","), field) {
			add(s.Use, s.Allowed, s.Source+" header", "")
		}
	}
	// The TDM Reservation Protocol (https://www.w3.org/community/reports/tdmrep/CG-FINAL-tdmrep-20240510/)
	switch strings.TrimSpace(resp.Header.Get("Tdm-Reservation")) {
	case "1":
		add("tdm", false, "tdm-reservation header", clip(resp.Header.Get("Tdm-Policy"), 300))
	case "0":
		add("tdm", true, "tdm-reservation header", "")
	}
	directives := func(said []string, source string) {
		for _, d := range said {
			switch d {
			case "noai":
				add("ai-train", false, source+d, "")
			case "noimageai":
				add("ai-train-image", false, source+d, "")
			case "tdm-reservation=1":
				add("tdm", false, "tdm-reservation meta element", "")
			}
		}
	}
	directives(robots.Directives(resp.Header.Values("X-Robots-Tag"), token), "X-Robots-Tag ")
	directives(inPage, "robots meta element ")
	return all
}
