package injection

// Location says where text of a page stood. Besides those below, "script" and "style" (of
// programs and style sheets only strings and comments of four words or more are scanned) and
// "json" (data in a page, which mostly is shown as well) change how it is judged; others, such as
// comment, alt, title or meta, name a place that no reader sees.
type Location string

// The locations that count for how text is judged.
const (
	LocationBody   Location = "body"   // text that a reader sees
	LocationHidden Location = "hidden" // hidden text, when the caller gives no reason
)

// Category is a kind of attack. Other scanners may have their own; those of [Scan] are
//
//	override           sets instructions aside
//	role_change        gives the model another role
//	fake_delimiter     imitates the marks of a chat format
//	prompt_extraction  asks for the prompt
//	exfiltration       sends secrets or the conversation elsewhere
//	jailbreak          lifts restrictions
//	agent_directed     speaks to a model or agent that reads the page
//	tool_use           has a tool called
//	memory             has something kept for later conversations
//	stealth            keeps something from the user
//	output_hijack      dictates the answer
//	user_deception     has the user misled
//	resource_abuse     keeps the model busy
//	promotion          has something recommended or ranked
//	false_authority    claims to speak for operator or maker
//	impersonation      claims to be the user
type Category string

// CategoryOverflow is text that was not looked at because a bound of the scan
// was reached. Such a finding reaches from the first byte that can't be vouched
// for to the end of its text and has the score 0. It is [Certain], but [Suspect] where it is encoded
// data that no reader sees, as ordinary pages have in attributes.
const CategoryOverflow Category = "overflow"

// Level says how sure a [Finding] is.
type Level string

// The levels.
const (
	// Certain reads like an instruction to a model where it stands.
	Certain Level = "certain"
	// Suspect reads like one too, but may be text about instructions: a quotation
	// after a word such as "phrase" or "example", code in documentation of models, a
	// page about attacks on models, a manual of a program in another language than
	// English, the title of an article in an address, or sentences that address no one.
	// It is still a finding, because an attacker can add such surroundings to an attack.
	Suspect Level = "suspect"
)

// Finding is text that reads like an instruction to a language model, or text
// that was not scanned (see [CategoryOverflow]).
type Finding struct {
	// Text is the passage as the scanned text has it, or the decoded text if it was
	// encoded. It is cut at 500 bytes.
	Text string `json:"text"`
	// Reason says in words what spoke for the finding.
	Reason string `json:"reason"`
	// Category is the kind of attack that weighs most.
	Category Category `json:"category"`
	// Score sums the rules and a model of the words of attacks; one ordinary page in
	// a hundred reaches 4 anywhere, and 8 is overwhelming. Findings start at 4 in text
	// that a reader sees and in JSON, at 5.5 in scripts and style sheets, and at 3.5
	// elsewhere. They start at 2 in more than 15 words that signs join, as in
	// addresses, and at 1.5 in disguised or encoded text. Encodings that ordinary
	// text often has, such as percent escapes, don't lower the start. Text
	// that was decoded, except a part of an address, then gets 1 added. Surroundings
	// lower Level, not Score.
	Score float64 `json:"score"`
	// Level is Certain or Suspect.
	Level Level `json:"level"`
	// Scanner names who found it. Zero means this package; other scanners have
	// scores of their own that can't be compared with those above.
	Scanner string `json:"scanner,omitempty"`
	// Location is where the text was found: [LocationBody] for text that is shown,
	// else as the caller named it.
	Location Location `json:"location"`
	// Start and End are byte offsets into the scanned text.
	Start, End int `json:"-"`

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
	// Shown says that the shown text contains the piece too, though its page
	// conceals it at first, as a closed accordion does. Scan then judges those
	// passages of the shown text like hidden text, and does not scan the piece itself.
	Shown bool
}

func (f *Finding) judge(least float64) {
	f.Level = Suspect
	if f.weighed >= least {
		f.Level = Certain
	}
}
