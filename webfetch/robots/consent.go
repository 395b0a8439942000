package robots

import (
	"net/url"
	"slices"
	"strings"
)

const (
	// maxSignals bounds the preferences of a group. maxAgentRules bounds the rules of a
	// group for one of AIAgents. More are passed over.
	maxSignals    = 50
	maxAgentRules = 200
)

// Signal is a preference about what a page may be used for: of a Content-Signal
// line (https://contentsignals.org/) or a Content-Usage line (draft-ietf-aipref-attach).
type Signal struct {
	// Use is the purpose, in lower case, as written: search, ai-input, ai-train, train-ai.
	Use string
	// Allowed says whether it may.
	Allowed bool
	// Line is the line of the file, Field its name: "Content-Signal".
	Line  int
	Field string
}

// signal is a preference for the addresses that begin with a path.
type signal struct {
	Signal
	path pattern
}

// AIAgents are the product tokens of robots that collect pages for language models
// or answer from them, by what they do: a group for one of them is a word of the
// site about that use.
func AIAgents() map[string]string {
	return map[string]string{
		"GPTBot": "ai-train", "ClaudeBot": "ai-train", "anthropic-ai": "ai-train", "Google-Extended": "ai-train",
		"CCBot": "ai-train", "Applebot-Extended": "ai-train", "Bytespider": "ai-train", "meta-externalagent": "ai-train",
		"Amazonbot": "ai-train", "cohere-ai": "ai-train", "cohere-training-data-crawler": "ai-train", "Diffbot": "ai-train",
		"omgili": "ai-train", "PanguBot": "ai-train", "Timpibot": "ai-train",
		"ChatGPT-User": "ai-input", "Claude-User": "ai-input", "Claude-Web": "ai-input", "Perplexity-User": "ai-input",
		"MistralAI-User": "ai-input", "meta-externalfetcher": "ai-input", "DuckAssistBot": "ai-input", "Gemini-Deep-Research": "ai-input",
		"OAI-SearchBot": "search", "Claude-SearchBot": "search", "PerplexityBot": "search", "YouBot": "search",
	}
}

// AgentDecision is the decision of a file about one robot of [AIAgents].
type AgentDecision struct {
	// Agent is its product token, Use what it collects pages for.
	Agent, Use string
	Allowed    bool
	// Rule is the line that decided, and Line its number.
	Rule string
	Line int
}

// agentRules are the rules for a robot that is not ours.
type agentRules struct {
	name, use string
	rules     *Rules
}

// aiParser gathers the groups of AIAgents.
type aiParser struct {
	known   map[string][2]string // name and use, by name in lower case
	found   map[string]*group
	current []*group
}

func (p *aiParser) agent(token string) {
	if p.known == nil {
		p.known, p.found = map[string][2]string{}, map[string]*group{}
		for name, use := range AIAgents() {
			p.known[strings.ToLower(name)] = [2]string{name, use}
		}
	}
	key := strings.ToLower(token)
	if _, known := p.known[key]; !known {
		return
	}
	if p.found[key] == nil {
		p.found[key] = &group{found: true}
	}
	p.current = append(p.current, p.found[key])
}

func (p *aiParser) endGroup() { p.current = p.current[:0] }

func (p *aiParser) rule(value string, allow bool, line int) {
	for _, g := range p.current {
		if len(g.rules) < maxAgentRules {
			g.rules = append(g.rules, newRule(value, allow, line))
		}
	}
}

func (p *aiParser) result() []agentRules {
	var all []agentRules
	for key, g := range p.found {
		of := p.known[key]
		all = append(all, agentRules{of[0], of[1], &Rules{Group: of[0], rules: g.rules, index: newIndex(g.rules)}})
	}
	slices.SortFunc(all, func(a, b agentRules) int { return strings.Compare(a.name, b.name) })
	return all
}

// parseSignals reads "[path] use=yes, use=no". Values are yes, no, y and n; others
// are passed over.
func parseSignals(field, value string, line int) []signal {
	path := "/"
	if strings.HasPrefix(value, "/") {
		var rest string
		path, rest, _ = strings.Cut(value, " ")
		value = rest
	}
	var found []signal
	for part := range strings.FieldsFuncSeq(value, func(r rune) bool { return r == ',' || r == ';' }) {
		use, says, _ := strings.Cut(strings.TrimSpace(part), "=")
		allowed, known := map[string]bool{"yes": true, "y": true, "no": false, "n": false}[strings.ToLower(strings.TrimSpace(says))]
		if use = strings.ToLower(strings.TrimSpace(use)); known && use != "" && len(use) <= 40 {
			found = append(found, signal{Signal{use, allowed, line, field}, compile(path)})
		}
	}
	return found
}

// ParseSignals reads the value of a header field Content-Signal or Content-Usage.
func ParseSignals(value string) []Signal {
	var all []Signal
	for _, s := range parseSignals("", value, 0) {
		if len(all) < maxSignals {
			all = append(all, s.Signal)
		}
	}
	return all
}

// Signals returns the preferences of the group that applies to u. If two concern the same
// use, the one with the longer path wins. Nil rules return nil.
func (r *Rules) Signals(u *url.URL) []Signal {
	if r == nil || len(r.signals) == 0 {
		return nil
	}
	best := map[string]signal{}
	path, work := pathOf(u), 0
	for _, s := range r.signals {
		if had, found := best[s.Use]; s.path.matches(path, &work) && (!found || s.path.length > had.path.length) {
			best[s.Use] = s
		}
	}
	var all []Signal
	for _, s := range best {
		all = append(all, s.Signal)
	}
	slices.SortFunc(all, func(a, b Signal) int { return strings.Compare(a.Use, b.Use) })
	return all
}

// Agents returns the decisions about u for those robots of [AIAgents] that the file names,
// sorted by name. Nil rules return nil.
func (r *Rules) Agents(u *url.URL) []AgentDecision {
	if r == nil {
		return nil
	}
	var all []AgentDecision
	for _, a := range r.agents {
		d := a.rules.Check(u)
		all = append(all, AgentDecision{Agent: a.name, Use: a.use, Allowed: d.Allowed, Rule: d.Rule, Line: d.Line})
	}
	return all
}
