package injection

// Location says where text of a page stood. Those below change how it is judged;
// others, such as comment, alt, title or meta, name a place that no reader sees.
type Location string

// The locations that count for how text is judged.
const (
	LocationBody   Location = "body"   // text that a reader sees
	LocationHidden Location = "hidden" // text that nobody sees, for reasons that the caller doesn't tell
	LocationScript Location = "script" // a program: only what it says in words is read
	LocationStyle  Location = "style"  // a style sheet, likewise
	LocationJSON   Location = "json"   // data in a page, which mostly is shown as well
)

// Category is a kind of attack.
type Category string

// The categories of [Scan]. Other scanners may have their own.
const (
	CategoryOverride         Category = "override"          // sets instructions aside
	CategoryRoleChange       Category = "role_change"       // gives the model another role
	CategoryFakeDelimiter    Category = "fake_delimiter"    // imitates the marks of a chat format
	CategoryPromptExtraction Category = "prompt_extraction" // asks for the prompt
	CategoryExfiltration     Category = "exfiltration"      // sends secrets or the conversation elsewhere
	CategoryJailbreak        Category = "jailbreak"         // lifts restrictions
	CategoryAgentDirected    Category = "agent_directed"    // speaks to a model or agent that reads the page
	CategoryToolUse          Category = "tool_use"          // has a tool called
	CategoryMemory           Category = "memory"            // has something kept for later conversations
	CategoryStealth          Category = "stealth"           // keeps something from the user
	CategoryOutputHijack     Category = "output_hijack"     // dictates the answer
	CategoryUserDeception    Category = "user_deception"    // has the user misled
	CategoryResourceAbuse    Category = "resource_abuse"    // keeps the model busy
	CategoryPromotion        Category = "promotion"         // has something recommended or ranked
	CategoryFalseAuthority   Category = "false_authority"   // claims to speak for operator or maker
	CategoryImpersonation    Category = "impersonation"     // claims to be the user
	// CategoryOverflow is text that was not looked at because a bound of the scan
	// was reached. Such a finding reaches from the first byte that can't be vouched
	// for to the end of its text, is [Certain] and has the score 0.
	CategoryOverflow Category = "overflow"
)

// Level says how sure a [Finding] is.
type Level string

// The levels.
const (
	// Certain reads like an instruction to a model where it stands.
	Certain Level = "certain"
	// Suspect reads like one too, but what stands around it speaks for text about
	// instructions: quotation marks behind words of report, code, a page that
	// explains how to program models or how to attack them. Whoever writes an
	// attack can write all of that around it, so it is not nothing.
	Suspect Level = "suspect"
)

// Finding is text that reads like an instruction to a language model, or text
// that nothing can be said of (see [CategoryOverflow]).
type Finding struct {
	// Text is the passage as it stands in the scanned text, cut at 500 bytes;
	// of an encoded passage it is what was decoded.
	Text string
	// Reason says in words what spoke for the finding.
	Reason string
	// Category is the kind of attack that weighs most.
	Category Category
	// Score is the sum of what spoke for it, by rules and by a model of the words
	// of attacks; one ordinary page in a hundred reaches 4 anywhere. Findings
	// start at 4 in text that a reader sees or that JSON holds, at 5.5 in scripts
	// and style sheets, at 3.5 elsewhere, at 3 in words that signs join, as those of
	// addresses, and at 1.5 where text is disguised, or
	// encoded, which adds 1; 8 is overwhelming. What surroundings
	// take off shows in Level only.
	Score float64
	// Level is Certain or Suspect.
	Level Level
	// Scanner names who found it. Zero means this package; other scanners have
	// scores of their own that can't be compared with those above.
	Scanner string
	// Location is where the text was found: [LocationBody] for text that is shown,
	// else as the caller named it.
	Location Location
	// Start and End are byte offsets into the scanned text.
	Start, End int

	weighed float64 // what the surroundings leave of the score
	address bool    // Start and End are a part of an address
}

// HiddenText is a piece of text that was kept out of what is shown.
type HiddenText struct {
	// Text is the piece itself. Empty text has no findings.
	Text string
	// Location says what held it: comment, alt, title, meta, … Zero means
	// [LocationHidden].
	Location Location
	// Shown says that the text is part of what is shown as well, though its page
	// conceals it at first: what of it stands in the shown text is judged like
	// hidden text there, and the segment is not scanned by itself.
	Shown bool
}

// judge sets the level by the score that a certain finding needs.
func (f *Finding) judge(least float64) {
	f.Level = Suspect
	if f.weighed >= least {
		f.Level = Certain
	}
}

// overflow is the finding of text[start:] that was not looked at.
func overflow(text string, start int, location Location, reason string) Finding {
	return Finding{Text: clip(text[start:]), Reason: reason, Category: CategoryOverflow, Level: Certain, Location: location, Start: start, End: len(text)}
}
