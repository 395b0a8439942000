package classifier

import (
	l "github.com/webfetch-mcp/webfetch-go/security/injection/internal/phrases"
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
	Deception     = "user_deception"    // give the user a message, or ask the user for something
	Endless       = "resource_abuse"    // never stop
	Promotion     = "promotion"         // rank, praise, cite
	Authority     = "false_authority"   // claims to speak for the operator or user
	Impersonation = "impersonation"
)

// rule is a pattern over the items of one sentence and what a match weighs.
type rule struct {
	id               string // group.number
	category, reason string
	weight           float64
	group            int              // of the rules of one group, the heaviest match counts
	steps            []patternElement // nil: the form is in the code
	loose            bool             // in any order
	english          bool             // other languages say it in too many ways to count
	decisive         bool             // a short match is a hit even if the model's score is low
	halved           bool             // half the weight on documentation and on pages about attacks
	key              uint64           // hash of the id, for the features of the model
}

// patternElement is one item of a pattern.
type patternElement struct {
	any  l.ClassSet // one of these
	gap  int        // at most so many bytes after the item before; 0 means the default
	imp  bool       // an imperative
	line bool       // first on its line, or after a delimiter of a chat format
	stop l.ClassSet // an item of these classes in between ends the search
}

// defaultGap is the distance between steps of a pattern, in bytes.
const defaultGap = 40

// maxUnordered is how far the items of a loose match may be apart, in bytes.
const maxUnordered = 260

// categories are all categories of findings that rules have.
func categories() []string {
	return []string{Override, Role, Fake, Extraction, Exfiltration, Jailbreak, Directed, ToolUse, MemoryWrite, Stealth, Hijack, Deception, Endless, Promotion, Authority, Impersonation}
}
