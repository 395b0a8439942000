package classifier

import (
	"sync"

	l "github.com/webfetch-mcp/webfetch-go/security/internal/phrases"
)

// Categories of findings.
const (
	Override      = "override"          // set aside earlier instructions
	Role          = "role_change"       // become someone else
	Fake          = "fake_delimiter"    // borders of turns, role headers, tool calls
	Extraction    = "prompt_extraction" // show the system prompt
	Exfiltration  = "exfiltration"      // send secrets or the conversation away
	Jailbreak     = "jailbreak"         // no rules, unrestricted persona
	Directed      = "agent_directed"    // speaks to the machine that reads
	ToolUse       = "tool_use"          // call a tool, act on the user's things
	MemoryWrite   = "memory"            // remember for later conversations
	Stealth       = "stealth"           // hide from the user
	Hijack        = "output_hijack"     // dictate the answer
	Deception     = "user_deception"    // tell or ask the user something
	Endless       = "resource_abuse"    // never stop
	Promotion     = "promotion"         // rank, praise, cite
	Authority     = "false_authority"   // claims to speak for the operator or user
	Impersonation = "impersonation"
)

// rule is a pattern over the items of one sentence and what a match weighs.
type rule struct {
	category, reason string
	weight           float64
	group            int  // of the rules of one group, the heaviest match counts
	loose            bool // in any order
	steps            []patternElement
	english          bool // other languages say it in too many ways to count
}

// patternElement is one item of a pattern.
type patternElement struct {
	any  l.WordClass // one of these
	gap  int         // at most so many bytes after the item before; 0 means the default
	imp  bool        // an imperative
	line bool        // first on its line, or at the start of a clause
	stop l.WordClass // an item of these in between ends the search
}

// defaultGap is the distance between steps of a pattern, in bytes.
const defaultGap = 40

// maxUnordered is how far the items of a loose match may be apart, in bytes.
const maxUnordered = 260

const (
	order   = l.Order | l.System
	whose   = l.Prior | l.All | l.Your | l.System | l.Safety
	private = l.Conversation | l.Secret | l.System
	machine = l.Agent | l.Machine
)

// rules returns the patterns, made once.
var rules = sync.OnceValue(func() []rule {
	list := [][]rule{overrideRules(), englishOnly(outputRules()), leakRules(), roleRules(), agentRules(), actionRules()}
	var all []rule
	for _, part := range list {
		all = append(all, part...)
	}
	return all
})

// englishOnly keeps the rules from other languages but for the plainest: those
// that say what to answer, praise or never end.
func englishOnly(list []rule) []rule {
	for i := range list {
		switch list[i].group {
		case 10, 14, 15:
		default:
			list[i].english = true
		}
	}
	return list
}

func overrideRules() []rule {
	return []rule{
		{Override, "sets earlier instructions aside", 4.6, 1, false, []patternElement{{any: l.Ignore, imp: true}, {any: whose, gap: 30}, {any: order, gap: 32, stop: l.Obey | l.NewTask}}, false},
		{Override, "sets earlier instructions aside", 4.6, 1, false, []patternElement{{any: l.Ignore, imp: true}, {any: order, gap: 16}, {any: l.Prior, gap: 12}}, false},
		{Override, "sets instructions aside", 2.8, 1, false, []patternElement{{any: l.Ignore, imp: true}, {any: order, gap: 34, stop: l.Obey | l.NewTask}}, false},
		{Override, "sets instructions aside", 1.6, 1, false, []patternElement{{any: l.Ignore}, {any: order, gap: 34, stop: l.Obey | l.NewTask}}, false},
		{Override, "sets rules aside", 3.4, 1, false, []patternElement{{any: l.Ignore, imp: true}, {any: whose, gap: 26}, {any: l.Rule, gap: 30, stop: l.Obey | l.NewTask}}, false},
		{Override, "sets rules aside", 3.4, 1, false, []patternElement{{any: l.Drop, imp: true}, {any: whose, gap: 22}, {any: order, gap: 26, stop: l.Obey | l.NewTask}}, false},
		{Override, "drops the present task", 2.4, 1, false, []patternElement{{any: l.Drop, imp: true}, {any: whose, gap: 20}, {any: l.Conversation | l.Rule, gap: 26, stop: l.Obey | l.NewTask}}, false},
		{Override, "sets the rest of the page aside", 2.4, 1, false, []patternElement{{any: l.Ignore, imp: true}, {any: l.All | l.Prior, gap: 24}, {any: l.PageContent | l.Conversation, gap: 32, stop: l.Obey | l.NewTask}}, false},
		{Override, "sets earlier rules aside", 4.2, 1, false, []patternElement{{any: l.Ignore, imp: true}, {any: l.All | l.Your, gap: 16}, {any: l.Prior | l.Safety | l.Your, gap: 20}, {any: l.Rule, gap: 24, stop: l.Obey | l.NewTask}}, false},
		{Override, "sets the rest of the page aside", 2.4, 1, false, []patternElement{{any: l.Ignore, imp: true}, {any: l.PageContent, gap: 14}, {any: l.PageContent, gap: 24}}, false},
		{Override, "drops the rest of the page", 1.9, 1, false, []patternElement{{any: l.Drop, imp: true}, {any: l.PageContent, gap: 14}, {any: l.PageContent, gap: 24}}, false},
		{Override, "drops the page", 1.5, 1, false, []patternElement{{any: l.Drop, imp: true}, {any: l.PageContent, gap: 12}}, false},
		{Override, "drops the present task", 2.2, 1, false, []patternElement{{any: l.Drop | l.Ignore, imp: true}, {any: l.CurrentTask, gap: 14}}, false},
		{Override, "sets the page aside", 1.6, 1, false, []patternElement{{any: l.Ignore, imp: true}, {any: l.PageContent, gap: 14}}, false},
		{Override, "declares the machine's instructions void", 4.1, 2, true, []patternElement{{any: order}, {any: l.Your | l.You | l.System}, {any: l.DeclaredInvalid}}, false},
		{Override, "declares earlier instructions void", 3.6, 2, true, []patternElement{{any: order}, {any: l.Prior | l.All}, {any: l.DeclaredInvalid}}, false},
		{Override, "declares the machine's instructions void", 4.1, 2, true, []patternElement{{any: l.Rule}, {any: l.Order}, {any: l.DeclaredInvalid}}, false},
		{Override, "declares earlier rules void", 2.8, 2, true, []patternElement{{any: l.Rule}, {any: l.Prior | l.Your | l.You}, {any: l.DeclaredInvalid}}, false},
		{Override, "sets safety rules aside", 4.1, 1, false, []patternElement{{any: l.Ignore | l.Drop, imp: true}, {any: l.Safety, gap: 12}, {any: l.Rule | order, gap: 4}}, false},
		{Override, "puts a new task in place", 1.8, 3, false, []patternElement{{any: l.NewTask}}, false},
		{Override, "puts a new task in place", 2.6, 3, false, []patternElement{{any: l.NewTask}, {any: l.Say | l.Alter | l.Reveal | l.Send | l.Ask | l.Act | l.Praise, gap: 24}}, false},
	}
}

func outputRules() []rule {
	return []rule{
		{Hijack, "dictates what to answer", 2.2, 10, false, []patternElement{{any: l.Say, imp: true}, {any: l.Exactly, gap: 18}}, false},
		{Hijack, "dictates what to answer", 0.9, 10, false, []patternElement{{any: l.Say, imp: true}}, false},
		{Hijack, "dictates what to answer", 1.3, 10, false, []patternElement{{any: l.Exactly, imp: true}}, false},
		{Hijack, "changes the reader's answer", 4.1, 11, false, []patternElement{{any: l.ObfuscateVerb, imp: true}, {any: l.Your, gap: 90}, {any: l.Answer, gap: 16}}, false},
		{Hijack, "changes the reader's answer", 2.4, 11, false, []patternElement{{any: l.Alter, imp: true}, {any: l.Your, gap: 90}, {any: l.Answer, gap: 16}}, false},
		{Hijack, "changes the reader's answer", 4.1, 11, false, []patternElement{{any: l.Your}, {any: l.Answer, gap: 16}, {any: l.Alter | l.Say | l.Ask, gap: 5, imp: true}}, false},
		{Hijack, "dictates the answer", 2.8, 12, false, []patternElement{{any: l.Your}, {any: l.Answer, gap: 16}, {any: l.Must, gap: 6}}, false},
		{Hijack, "dictates the form of the answer", 4.0, 11, false, []patternElement{{any: l.Alter, imp: true}, {any: l.Your, gap: 8}, {any: l.Answer, gap: 16}, {any: l.Exactly, gap: 14}}, false},
		{Hijack, "dictates the answer", 4.1, 12, false, []patternElement{{any: l.Answer}, {any: l.You, gap: 6}, {any: l.Must, gap: 24}}, false},
		{Hijack, "puts an address into the answer", 2.4, 18, false, []patternElement{{any: l.Your}, {any: l.Answer, gap: 16}, {any: l.Link, gap: 60}}, false},
		{Directed, "gives orders in the second person", 1.1, 19, false, []patternElement{{any: l.You, line: true}, {any: l.Say | l.Act | l.Reveal | l.Obey | l.Ask, gap: 1}}, false},
		{Directed, "gives orders in the second person", 1.4, 19, false, []patternElement{{any: l.You}, {any: l.Must, gap: 2}, {any: l.Say | l.Act | l.Reveal | l.Obey | l.Ask | l.Send | l.Alter | l.Ignore | l.Praise, gap: 14}}, false},
		{Hijack, "plants an answer to a question", 3.4, 16, false, []patternElement{{any: l.Asked}, {any: l.Say | l.Exactly | l.Alter | l.Praise | l.Ask, imp: true, gap: 80}}, false},
		{Hijack, "plants an answer to a question", 2.4, 16, false, []patternElement{{any: l.Say | l.Exactly | l.Praise, imp: true}, {any: l.Asked, gap: 80}}, false},
		{Hijack, "dictates a part of the answer", 1.6, 12, true, []patternElement{{any: l.Your | l.All}, {any: l.Answer}, {any: l.Must | l.Lasting}}, false},
		{Hijack, "speaks of the work before it is done", 1.5, 13, false, []patternElement{{any: l.Reading}, {any: l.Alter | l.Say | l.Reveal | l.Ask | l.Send | l.Act, imp: true, gap: 50}}, false},
		{Endless, "asks for work without end", 2.6, 14, true, []patternElement{{any: l.Say | l.Act | l.Alter | l.Keep, imp: true}, {any: l.Endless}}, false},
		{Endless, "asks for work without end", 4.0, 14, false, []patternElement{{any: l.Endless}, {any: l.Endless, gap: 40}}, false},
		{Promotion, "forbids criticism", 2.4, 17, false, []patternElement{{any: l.Not | l.Stealth, imp: true}, {any: l.Flaw, gap: 40}}, false},
		{Promotion, "asks for praise", 1.9, 15, false, []patternElement{{any: l.Say | l.Alter | l.Act | l.Ask, imp: true}, {any: l.Praise, gap: 50}}, false},
		{Promotion, "asks for praise", 0.8, 15, false, []patternElement{{any: l.Praise}}, false},
		{Promotion, "asks a machine for praise", 2.6, 15, true, []patternElement{{any: l.Agent}, {any: l.Praise}}, false},
	}
}

func leakRules() []rule {
	return []rule{
		{Extraction, "asks for the system prompt", 4.1, 20, false, []patternElement{{any: l.Reveal, imp: true}, {any: l.System, gap: 48}}, false},
		{Extraction, "asks for earlier instructions", 3.4, 20, false, []patternElement{{any: l.Reveal, imp: true}, {any: l.Prior | l.Your, gap: 36}, {any: l.Order, gap: 14}}, false},
		{Extraction, "speaks of the system prompt", 1.1, 20, false, []patternElement{{any: l.System}}, false},
		{Extraction, "asks for the conversation", 2.8, 21, false, []patternElement{{any: l.Reveal, imp: true}, {any: l.Conversation, gap: 70}}, false},
		{Exfiltration, "asks for the machine's secrets", 4.0, 22, false, []patternElement{{any: l.Reveal, imp: true}, {any: l.Your, gap: 60}, {any: l.Secret, gap: 12}}, true},
		{Exfiltration, "asks for several secrets", 3.6, 22, false, []patternElement{{any: l.Reveal, imp: true}, {any: l.Secret, gap: 30}, {any: l.Secret, gap: 30}}, true},
		{Exfiltration, "asks for secrets", 2.2, 22, false, []patternElement{{any: l.Reveal, imp: true}, {any: l.Secret, gap: 40}}, true},
		{Exfiltration, "sends secrets or the conversation away", 3.3, 23, false, []patternElement{{any: l.Send, imp: true}, {any: private, gap: 60}}, false},
		{Exfiltration, "sends to an address", 1.5, 24, false, []patternElement{{any: l.Send | l.Fetch, imp: true}, {any: l.Link, gap: 100}}, false},
		{Exfiltration, "collects the user's secrets", 3.2, 22, false, []patternElement{{any: l.Act | l.Reveal | l.Alter | l.Send, imp: true}, {any: l.User, gap: 16}, {any: l.Secret, gap: 20}}, true},
		{Exfiltration, "puts secrets or the conversation into an address", 3.0, 29, true, []patternElement{{any: l.Link}, {any: private}, {any: l.Send | l.Fetch | l.Alter | l.Reveal, imp: true}}, false},
		{Deception, "has the user told or asked something", 2.7, 25, false, []patternElement{{any: l.Ask, imp: true}, {any: l.User, gap: 20}}, false},
		{Deception, "has the user told or asked something", 3.1, 25, false, []patternElement{{any: l.Ask, imp: true}, {any: l.User, gap: 8}, {any: l.Detail | l.Secret | l.Link | l.Must | l.Praise, gap: 70}}, false},
		{Deception, "asks the user for secrets", 2.2, 26, false, []patternElement{{any: l.Ask, imp: true}, {any: l.User, gap: 30}, {any: l.Secret | l.Detail, gap: 60}}, false},
		{Deception, "sends the user to an address", 1.6, 27, true, []patternElement{{any: l.Ask}, {any: l.User}, {any: l.Link}}, false},
		{Stealth, "hides something from the user", 3.2, 28, true, []patternElement{{any: l.Stealth}, {any: l.User}}, false},
		{Stealth, "hides what is done", 1.6, 28, false, []patternElement{{any: l.Stealth}}, false},
	}
}

func roleRules() []rule {
	return []rule{
		{Jailbreak, "gives a role without rules", 4.3, 30, false, []patternElement{{any: l.Role, imp: true}, {any: l.Unbound | l.Jailbreak, gap: 70}}, false},
		{Jailbreak, "gives a role without rules", 3.0, 30, false, []patternElement{{any: l.Role}, {any: l.Unbound | l.Jailbreak, gap: 70}}, false},
		{Role, "gives powers to the machine", 2.8, 31, false, []patternElement{{any: l.Role, imp: true}, {any: l.Power, gap: 30}}, false},
		{Role, "gives the machine a role", 2.6, 31, false, []patternElement{{any: l.Role, imp: true}, {any: l.Agent, gap: 40}}, false},
		{Role, "gives a role", 1.4, 31, false, []patternElement{{any: l.Role, imp: true}}, false},
		{Jailbreak, "speaks of a machine without rules", 2.5, 32, false, []patternElement{{any: l.Unbound}, {any: l.Agent, gap: 24}}, false},
		{Jailbreak, "speaks of a machine without rules", 2.5, 32, false, []patternElement{{any: l.Agent}, {any: l.Unbound, gap: 50}}, false},
		{Jailbreak, "speaks of a mode without rules", 3.6, 33, false, []patternElement{{any: l.Jailbreak}, {any: l.Unbound, gap: 60}}, false},
		{Jailbreak, "speaks of a mode without rules", 3.8, 33, false, []patternElement{{any: l.Jailbreak}, {any: l.Jailbreak, gap: 30}}, true},
		{Jailbreak, "speaks of a mode without rules", 1.5, 33, false, []patternElement{{any: l.Jailbreak}}, false},
		{Jailbreak, "speaks of freedom from rules", 1.2, 34, false, []patternElement{{any: l.Unbound}}, false},
		{Jailbreak, "speaks of freedom from rules", 2.4, 34, false, []patternElement{{any: l.Unbound}, {any: l.Unbound, gap: 90}}, false},
	}
}

func agentRules() []rule {
	return []rule{
		{Directed, "tells the reader what to do if it is a machine", 4.4, 40, false, []patternElement{{any: l.If}, {any: l.Agent, gap: 8}, {any: l.Say | l.Alter | l.Reveal | l.Send | l.Ask | l.Obey | l.Praise | l.Ignore | l.Role, imp: true, gap: 24}}, false},
		{Directed, "speaks to the reader if it is a machine", 3.6, 40, false, []patternElement{{any: l.If}, {any: l.Agent, gap: 16}}, false},
		{Directed, "speaks to the reader if it is a machine", 1.5, 40, false, []patternElement{{any: l.If}, {any: l.Machine, gap: 14}}, false},
		{Directed, "speaks to machines that read the page", 2.9, 40, false, []patternElement{{any: l.Agent}, {any: l.Reading, gap: 34}}, false},
		{Directed, "speaks to machines that read the page", 2.9, 40, false, []patternElement{{any: l.Reading, imp: true}, {any: l.Agent, gap: 34}}, false},
		{Directed, "speaks to machines that read the page", 1.6, 40, false, []patternElement{{any: l.Machine}, {any: l.Reading, gap: 24}}, false},
		{Directed, "addresses machines", 2.6, 41, false, []patternElement{{any: l.Address, imp: true}, {any: l.Agent, gap: 16}}, false},
		{Directed, "addresses machines", 1.8, 41, false, []patternElement{{any: l.Address, imp: true}, {any: l.Machine, gap: 16}}, false},
		{Directed, "tells machines what they must do", 3.3, 42, false, []patternElement{{any: l.Agent}, {any: l.Must, gap: 50}, {any: l.Alter | l.Say | l.Reveal | l.Send | l.Ask | l.Obey | l.Praise | l.Ignore | l.Role, gap: 20}}, false},
		{Directed, "tells machines what they must do", 1.5, 42, false, []patternElement{{any: l.Agent}, {any: l.Must, gap: 26}}, false},
		{Directed, "tells models what they must do", 1.0, 42, false, []patternElement{{any: l.Machine}, {any: l.Must, gap: 30}}, false},
		{Directed, "asks what the machine can do", 2.6, 44, false, []patternElement{{any: l.If}, {any: l.Tool | l.Memory, gap: 30}}, false},
		{Directed, "speaks of machines", 0.6, 43, false, []patternElement{{any: l.Agent}}, false},
	}
}

func actionRules() []rule {
	return []rule{
		{Impersonation, "claims the user's consent for an action", 4.1, 50, true, []patternElement{{any: l.Consent}, {any: l.Act | l.Send | l.Alter, imp: true}}, false},
		{Impersonation, "claims the user's consent", 2.4, 50, false, []patternElement{{any: l.Consent}}, false},
		{Impersonation, "wants it done without asking", 1.8, 50, false, []patternElement{{any: l.Act | l.Send, imp: true}, {any: l.Unasked, gap: 60}}, false},
		{Impersonation, "wants it done without asking", 0.9, 50, false, []patternElement{{any: l.Unasked}}, false},
		{ToolUse, "calls a tool", 1.7, 51, false, []patternElement{{any: l.Act, imp: true}, {any: l.Tool, gap: 34}}, false},
		{ToolUse, "acts on the user's things", 1.3, 52, false, []patternElement{{any: l.Act, imp: true}, {any: l.UserAssets, gap: 44}}, false},
		{MemoryWrite, "writes to the machine's memory", 4.1, 53, false, []patternElement{{any: l.Keep, imp: true}, {any: l.Memory, gap: 50}}, false},
		{MemoryWrite, "writes to a memory", 2.2, 53, false, []patternElement{{any: l.Keep, imp: true}, {any: l.Bank, gap: 30}}, false},
		{MemoryWrite, "is to hold from now on", 2.2, 54, false, []patternElement{{any: l.Lasting}, {any: l.Say | l.ObfuscateVerb | l.Exactly | l.Praise | l.Stealth, imp: true, gap: 40}}, false},
		{MemoryWrite, "is to be kept for later conversations", 3.2, 53, true, []patternElement{{any: l.Keep, imp: true}, {any: l.Lasting}}, false},
		{MemoryWrite, "is to hold for later answers", 1.8, 54, true, []patternElement{{any: l.Lasting}, {any: l.Answer | l.Conversation}}, false},
		{Authority, "claims authority over the machine", 2.4, 55, true, []patternElement{{any: l.Authority}, {any: l.Reveal | l.Ignore | l.Obey | l.System | l.Agent, imp: true}}, false},
		{Authority, "claims to speak for the operator", 2.7, 55, false, []patternElement{{any: l.IAm}, {any: l.Power, gap: 16}}, false},
		{Authority, "claims authority", 1.3, 55, false, []patternElement{{any: l.Authority}}, false},
		{Fake, "has tokens that chat formats reserve", 2.2, 56, false, []patternElement{{any: l.Delimiter}}, false},
		{Fake, "has tokens that chat formats reserve", 3.2, 56, false, []patternElement{{any: l.Delimiter}, {any: l.Delimiter, gap: 400}}, false},
		{Directed, "asks machines for obedience", 4.0, 57, false, []patternElement{{any: l.Agent}, {any: l.Obey, gap: 40}, {any: l.PageContent | l.Order, gap: 24}}, false},
		{Directed, "asks for obedience", 0.8, 57, false, []patternElement{{any: l.Obey, imp: true}}, false},
	}
}
