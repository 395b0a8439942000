package webfetch

import (
	"net/http"
	"slices"
	"strings"

	"github.com/webfetch-mcp/webfetch-go/webfetch/robots"
)

// maxConsent bounds the statements in Provenance.Consent.
const maxConsent = 40

// Consent is a statement of a site about what a page may be used for. It is reported
// and not acted on. The rules of robots.txt for this client are apart: see Provenance.Robots.
type Consent struct {
	// Use is the purpose: ai-train (training models), ai-train-image (on its images), ai-input
	// (as input of a model that answers), search, tdm (text and data mining), or a name of the site.
	Use     string `json:"use"`
	Allowed bool   `json:"allowed"`
	// Source is where it says so: "robots.txt disallows it to GPTBot", "X-Robots-Tag
	// noai".
	Source string `json:"source"`
	// Policy is the address of the terms, if it names one.
	Policy string `json:"policy,omitempty"`
}

// consentOf collects what a site says about the use of a page: in robots.txt, in
// the header of the response, as far as it is for the robot with this product token, and
// in the page.
func consentOf(rules *robots.Rules, resp *response, token string, inPage []string) []Consent {
	var all []Consent
	add := func(c Consent) {
		if len(all) < maxConsent && isUse(c.Use) {
			all = append(all, c)
		}
	}
	for _, s := range rules.Signals(resp.url) {
		add(Consent{Use: useOf(s.Use), Allowed: s.Allowed, Source: "robots.txt " + s.Source})
	}
	for _, field := range []string{"Content-Signal", "Content-Usage"} {
		for _, s := range robots.ParseSignals(strings.Join(resp.header.Values(field), ","), field) {
			add(Consent{Use: useOf(s.Use), Allowed: s.Allowed, Source: s.Source + " header"})
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
func reservation(h http.Header) []Consent {
	switch strings.TrimSpace(h.Get("Tdm-Reservation")) {
	case "1":
		return []Consent{{Use: "tdm", Source: "tdm-reservation header", Policy: clip(h.Get("Tdm-Policy"), 300)}}
	case "0":
		return []Consent{{Use: "tdm", Allowed: true, Source: "tdm-reservation header"}}
	}
	return nil
}

// directives finds noai and noimageai among directives for robots.
func directives(said []string, source string) []Consent {
	var all []Consent
	for _, d := range said {
		switch d {
		case "noai":
			all = append(all, Consent{Use: "ai-train", Source: source + d})
		case "noimageai":
			all = append(all, Consent{Use: "ai-train-image", Source: source + d})
		case "tdm-reservation=1":
			all = append(all, Consent{Use: "tdm", Source: "tdm-reservation meta element"})
		}
	}
	return slices.Compact(all)
}

// isUse reports whether the name of a use is one word.
func isUse(s string) bool {
	return s != "" && len(s) <= 40 && strings.Trim(s, "abcdefghijklmnopqrstuvwxyz0123456789-_") == ""
}
