package webfetch

import (
	"net/http"
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
	add := func(c robots.Signal) {
		if len(all) < maxConsent && isUse(c.Use) {
			all = append(all, c)
		}
	}
	for _, s := range rules.Signals(resp.url) {
		add(robots.Signal{Use: useOf(s.Use), Allowed: s.Allowed, Source: "robots.txt " + s.Source})
	}
	for _, field := range []string{"Content-Signal", "Content-Usage"} {
		for _, s := range robots.ParseSignals(strings.Join(resp.header.Values(field), ","), field) {
			add(robots.Signal{Use: useOf(s.Use), Allowed: s.Allowed, Source: s.Source + " header"})
		}
	}
	for _, c := range reservation(resp.header) {
		add(c)
	}
	for _, c := range directives(robots.Directives(resp.header.Values("X-Robots-Tag"), token), "X-Robots-Tag ") {
		add(c)
	}
	for _, c := range directives(inPage, "robots meta element ") {
		add(c)
	}
	return all
}

// useOf returns ai-train for the names that other vocabularies have for it, such as
// train-ai of draft-ietf-aipref-vocab, and any other use as it is.
func useOf(use string) string {
	switch use {
	case "train-ai", "genai", "ai":
		return "ai-train"
	}
	return use
}

// reservation reads the header fields of the TDM Reservation Protocol
// (https://www.w3.org/community/reports/tdmrep/CG-FINAL-tdmrep-20240510/).
func reservation(h http.Header) []robots.Signal {
	switch strings.TrimSpace(h.Get("Tdm-Reservation")) {
	case "1":
		return []robots.Signal{{Use: "tdm", Source: "tdm-reservation header", Policy: clip(h.Get("Tdm-Policy"), 300)}}
	case "0":
		return []robots.Signal{{Use: "tdm", Allowed: true, Source: "tdm-reservation header"}}
	}
	return nil
}

// directives finds noai and noimageai among directives for robots.
func directives(said []string, source string) []robots.Signal {
	var all []robots.Signal
	for _, d := range said {
		switch d {
		case "noai":
			all = append(all, robots.Signal{Use: "ai-train", Source: source + d})
		case "noimageai":
			all = append(all, robots.Signal{Use: "ai-train-image", Source: source + d})
		case "tdm-reservation=1":
			all = append(all, robots.Signal{Use: "tdm", Source: "tdm-reservation meta element"})
		}
	}
	return slices.Compact(all)
}

// isUse reports whether the name of a use is one word.
func isUse(s string) bool {
	return s != "" && len(s) <= 40 && strings.Trim(s, "abcdefghijklmnopqrstuvwxyz0123456789-_") == ""
}
