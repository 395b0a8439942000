package robots

import (
	"fmt"
	"net/url"
	"slices"
	"strings"
	"sync"
)

const (
	// maxSignals bounds the preferences of a group, maxOtherRules the rules of a group for
	// another robot. More are passed over.
	maxSignals    = 50
	maxOtherRules = 200
)

// Signal is a statement of a site about what a page may be used for, such as a preference in a
// Content-Signal line (https://contentsignals.org/) or a Content-Usage line
// (draft-ietf-aipref-attach), or a refusal of a well-known robot that collects pages for that use.
type Signal struct {
	// Use is the purpose, in lower case: ai-train (training models), ai-train-image (on its images),
	// ai-input (as input of a model that answers), search, tdm (text and data mining), or a name of
	// the site. A robots.txt is read as written, with train-ai for ai-train for example.
	Use string `json:"use"`
	// Allowed says whether it may.
	Allowed bool `json:"allowed"`
	// Source is where it says so: "Content-Signal, line 4", "disallows it to GPTBot".
	Source string `json:"source"`
	// Policy is the address of the terms, "" where the site names none, as in robots.txt.
	Policy string `json:"policy,omitempty"`
}

// signal is a preference for the addresses that begin with a path.
type signal struct {
	Signal
	path pattern
}

// otherRobots holds, by product token in lower case, the names of robots that collect pages
// for language models or answer from them, and for which use.
var otherRobots = sync.OnceValue(func() map[string]otherRobot {
	all := map[string]otherRobot{}
	for use, names := range map[string]string{
		"ai-train": "GPTBot ClaudeBot anthropic-ai Google-Extended CCBot Applebot-Extended Bytespider meta-externalagent Amazonbot " +
			"cohere-ai cohere-training-data-crawler Diffbot omgili PanguBot Timpibot",
		"ai-input": "ChatGPT-User Claude-User Claude-Web Perplexity-User MistralAI-User meta-externalfetcher DuckAssistBot Gemini-Deep-Research",
		"search":   "OAI-SearchBot Claude-SearchBot PerplexityBot YouBot",
	} {
		for name := range strings.FieldsSeq(names) {
			all[strings.ToLower(name)] = otherRobot{name: name, use: use}
		}
	}
	return all
})

// otherRobot is a robot that is not ours, with the rules for it.
type otherRobot struct {
	name, use string
	rules     []rule
}

// parseSignals reads "[path] use=yes, use=no". Values are yes, no, y and n; others
// are passed over.
func parseSignals(value, source string) []signal {
	path := "/"
	if strings.HasPrefix(value, "/") {
		path, value, _ = strings.Cut(value, " ")
	}
	var found []signal
	for part := range strings.FieldsFuncSeq(value, func(r rune) bool { return r == ',' || r == ';' }) {
		use, says, _ := strings.Cut(strings.TrimSpace(part), "=")
		allowed, known := map[string]bool{"yes": true, "y": true, "no": false, "n": false}[strings.ToLower(strings.TrimSpace(says))]
		if use = strings.ToLower(strings.TrimSpace(use)); known && use != "" && len(use) <= 40 && len(found) < maxSignals {
			found = append(found, signal{Signal{Use: use, Allowed: allowed, Source: source}, compile(path)})
		}
	}
	return found
}

// ParseSignals reads the value of a header field Content-Signal or Content-Usage. Source is
// where it was found.
func ParseSignals(value, source string) (all []Signal) {
	for _, s := range parseSignals(value, source) {
		all = append(all, s.Signal)
	}
	return all
}

// Signals returns the preferences that apply to u: those of the group, sorted by use, of which
// the one with the longer path wins, and one for each use whose robots may not read u. The
// latter names three of these robots and counts the others. Nil rules return nil.
func (r *Rules) Signals(u *url.URL) (all []Signal) {
	if r == nil || len(r.signals)+len(r.others) == 0 {
		return nil
	}
	best := map[string]signal{}
	path, work := pathOf(u), 0
	for _, s := range r.signals {
		if had, found := best[s.Use]; s.path.matches(path, &work) && (!found || s.path.length > had.path.length) {
			best[s.Use] = s
		}
	}
	for _, s := range best {
		all = append(all, s.Signal)
	}
	slices.SortFunc(all, func(a, b Signal) int { return strings.Compare(a.Use, b.Use) })
	refused := map[string][]string{}
	own := len(all)
	for _, o := range r.others {
		if rule, done := decide(o.rules, path); done && (rule == nil || rule.allow) {
			continue
		}
		if refused[o.use] == nil {
			all = append(all, Signal{Use: o.use})
		}
		refused[o.use] = append(refused[o.use], o.name)
	}
	for i := own; i < len(all); i++ {
		names := refused[all[i].Use]
		all[i].Source = "disallows it to " + strings.Join(names[:min(len(names), 3)], ", ")
		if more := len(names) - 3; more > 0 {
			all[i].Source += fmt.Sprintf(" and %d more", more)
		}
	}
	return all
}

// tokenCharacters are valid in a product token (RFC 9309, section 2.2.1).
const tokenCharacters = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ_-"

// Token returns the product token of a User-Agent: of the name of its first product (RFC
// 9110, section 10.1.5), the part that RFC 9309 allows in robots.txt. It is "" for a
// User-Agent that begins with none.
func Token(userAgent string) string {
	userAgent = strings.TrimSpace(userAgent)
	return userAgent[:len(userAgent)-len(strings.TrimLeft(userAgent, tokenCharacters))]
}

// Directives returns what values of X-Robots-Tag header fields say to the robot with a
// product token, each directive in lower case and without its value: of "noindex,
// otherbot: noai, unavailable_after: 25 Jun 2026 15:00:00 GMT" that is noindex for all
// robots but otherbot. The name of a robot counts to the end of its value
// (https://developers.google.com/search/docs/crawling-indexing/robots-meta-tag#xrobotstag).
func Directives(values []string, token string) []string {
	var found []string
	for _, value := range values {
		ours, inDate := true, false
		for part := range strings.SplitSeq(strings.ToLower(value), ",") {
			part = strings.TrimSpace(part)
			if inDate && part != "" && part[0] >= '0' && part[0] <= '9' {
				continue // of "Thursday, 25 Jun 2026 15:00:00 GMT"
			}
			name, rest, isNamed := strings.Cut(part, ":")
			if name = strings.TrimSpace(name); isNamed && !slices.Contains(withValue, name) && !strings.ContainsAny(name, " \t") {
				robot, _, _ := strings.Cut(name, "/")
				ours = robot == "" || robot == "*" || strings.EqualFold(robot, token)
				name, _, _ = strings.Cut(strings.TrimSpace(rest), ":")
			}
			if inDate = name == "unavailable_after"; ours {
				found = append(found, strings.Fields(name)...)
			}
		}
	}
	return found
}

// withValue are directives with a colon before their value. Another colon stands after the name
// of a robot.
var withValue = []string{"unavailable_after", "max-snippet", "max-image-preview", "max-video-preview"}
