package security

// LocationBody is the location of text that a reader sees.
const LocationBody = "body"

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

// CategoryOverflow is the category of text that was not looked at because a
// bound of the scan was reached. Such a finding reaches from the first byte that
// can't be vouched for to the end of its text, is [Certain] and has the score 0.
const CategoryOverflow = "overflow"

// Finding is text that reads like an instruction to a language model, or text
// that nothing can be said of (see [CategoryOverflow]).
type Finding struct {
	// Text is the passage as it stands in the scanned text, cut at 500 bytes;
	// of an encoded passage it is what was decoded.
	Text string
	// Reason says in words what spoke for the finding.
	Reason string
	// Category is the kind of attack that weighs most: override, role_change,
	// fake_delimiter, prompt_extraction, exfiltration, jailbreak,
	// agent_directed, tool_use, memory, stealth, output_hijack, user_deception,
	// resource_abuse, promotion, false_authority or impersonation; or overflow.
	Category string
	// Score is the sum of what spoke for it, by rules and by a model of the words
	// of attacks; one ordinary page in a hundred reaches 4 anywhere. Findings
	// start at 4 in text that a reader sees or that JSON holds, at 5.5 in scripts
	// and style sheets, at 3.5 elsewhere, and at 1.5 where text is disguised, or
	// encoded, which adds 1; 8 is overwhelming. What surroundings
	// take off shows in Level only.
	Score float64
	// Level is Certain or Suspect.
	Level Level
	// Scanner names who found it. Zero means this package; other scanners have
	// scores of their own that can't be compared with those above.
	Scanner string
	// Location is where the text was found: "body" for text that is shown, else
	// as the caller named it.
	Location string
	// Start and End are byte offsets into the scanned text.
	Start, End int

	weighed float64 // what the surroundings leave of the score
}

// Segment is a piece of text that was kept out of what is shown.
type Segment struct {
	Text string
	// Location says what held it: hidden, comment, alt, title, meta, …
	Location string
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
func overflow(text string, start int, location, reason string) Finding {
	return Finding{Text: clip(text[start:]), Reason: reason, Category: CategoryOverflow, Level: Certain, Location: location, Start: start, End: len(text)}
}
