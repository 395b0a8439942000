// Package injection finds text that reads like an instruction to a language model
// (prompt injection), and takes it out of what a model is shown.
//
// A text is read as a model would read it: look-alike letters, invisible characters
// and encodings are resolved first. Its words are put into classes, rules over the
// classes of a sentence and a model of its words give a score, and what passes a
// threshold is a [Finding] with its place in the text:
//
//	found, err := injection.Scan(ctx, shown, nil)
//	text, ledger := injection.Quarantine(shown, found, injection.Drop)
//
// [Scan] lists the findings, and [Quarantine] takes them out of the text. scan.go has the order
// of the steps.
//
// # Security considerations
//
// The scan lowers a risk, it removes none: an attack in new words passes it. Keep the
// text of strangers apart from instructions, and give a model that reads it no rights
// that its user would not give the author of the page.
package injection

import (
	"cmp"
	"context"
	"slices"
	"strings"
	"sync"

	"github.com/webfetch-mcp/webfetch-go/security/injection/internal/classifier"
	"github.com/webfetch-mcp/webfetch-go/security/injection/internal/deobfuscate"
	"github.com/webfetch-mcp/webfetch-go/security/injection/internal/normalize"
)

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

// Limits of one call of Scan. What they leave out is a finding with CategoryOverflow.
const (
	maxFindings = 100
	maxShown    = 500     // bytes of Finding.Text
	maxDepth    = 3       // encodings within each other
	maxDecoded  = 1 << 20 // bytes of decoded text
	maxScanned  = 64 << 20
)

// Thresholds of the score.
const (
	bodyThreshold    = 4.0
	hiddenThreshold  = 3.5
	decodedThreshold = 1.5 // of what is encoded or disguised: few texts without harm are
	scriptThreshold  = 5.5
	joinedThreshold  = 2.0 // of words that signs join, as in addresses, and more of them than titles and searches have
)

const longJoined = 15

// Scan finds passages of text that read like instructions to a language model:
// text that sets instructions aside, gives roles, imitates chat formats, asks
// for prompts, secrets or tools, or dictates answers, in about thirty languages,
// and the same in disguise: invisible and look-alike characters, encodings,
// spelled-out and misspelled words, and the words in the path, the query and the fragment of an
// address. Text about such attacks, quotations, code
// and examples lower the level of a finding only.
//
// shown is the text that a reader sees, hidden the pieces that were kept out of it.
// Hidden text needs a lower score for a finding, except scripts, style sheets and
// JSON (see [Finding.Score]). Scan derives the topic of the page from shown and applies
// it to hidden too. Findings in shown come first, with [LocationBody]; Start and End
// point into shown or into the text of the piece. They come in the order of the text
// and don't overlap.
//
// Text that is left off because there are 100 findings, 1 MiB of decoded text or
// 64 MiB of text before it, over all texts together, is a finding of its own with
// [CategoryOverflow], and those within it stand behind it. Empty text has none.
// The work is linear in the length of the texts. What Scan doesn't find is not
// safe: treat all text of the web as data.
//
// A text is scanned in blocks of 256 KiB. When ctx is done, Scan returns
// before the next one, within about 50 ms, with what it has found and ctx.Err(),
// its only error. Scan is safe for concurrent use.
func Scan(ctx context.Context, shown string, hidden []HiddenText) ([]Finding, error) {
	s := scanners.Get().(*scanner)
	defer s.release()
	s.ctx = ctx
	s.scanShown(shown, hidden)
	for _, seg := range hidden {
		if seg.Shown || len(seg.Text) < minText {
			continue
		}
		before := len(s.seen)
		if s.seen[seg.Text] = struct{}{}; len(s.seen) == before { // repeated
			continue
		}
		if s.segment(seg.Text, cmp.Or(seg.Location, LocationHidden)); s.full || s.done() {
			break // the last finding says that it is full
		}
	}
	return s.found, s.err
}

const minText = 6

type scanner struct {
	ctx     context.Context
	err     error // that of ctx, once it was seen
	page    classifier.Page
	found   []Finding
	limit   int  // bytes of a text that are looked at
	full    bool // the last finding says that nothing more was looked at
	decoded int
	reached int                 // up to here of the text at hand all payloads were looked at
	text    normalize.Text      // memory of the text that is scanned
	seen    map[string]struct{} // segments
	// harmless are the joined words without a finding, by location: addresses of a page repeat.
	harmless map[joined]struct{}
	// doubtful reports that the text at hand may be hidden: it is judged like hidden text.
	doubtful bool
}

type joined struct {
	words    string
	location Location // it decides the threshold
}

// Bounds of the memory that one call leaves to the next.
const (
	maxKept = 1 << 20 // bytes of text
	maxSeen = 1 << 10 // segments, and joined words
)

var scanners = sync.Pool{New: func() any {
	return &scanner{limit: maxScanned, seen: make(map[string]struct{}), harmless: make(map[joined]struct{})}
}}

func (s *scanner) release() {
	if cap(s.text.Bytes) > maxKept || len(s.seen) > maxSeen || len(s.harmless) > maxSeen {
		return
	}
	clear(s.seen)
	clear(s.harmless)
	s.ctx, s.err, s.page, s.found, s.full, s.decoded = nil, nil, classifier.Page{}, nil, false, 0
	scanners.Put(s)
}

// scanShown scans the text that a reader sees. It judges passages that a segment
// with Shown contains too like hidden text.
func (s *scanner) scanShown(shown string, segments []HiddenText) {
	var c concealed
	for i := range segments {
		if segments[i].Shown {
			c.texts = append(c.texts, segments[i].Text)
		}
	}
	if c.texts == nil {
		s.scan(shown, LocationBody)
		return
	}
	s.doubtful = true
	s.scan(shown, LocationBody)
	s.doubtful = false
	s.found = slices.DeleteFunc(s.found, func(f Finding) bool {
		return f.Category != CategoryOverflow && f.Score < bodyThreshold && !c.holds(f.Text)
	})
	for i := range s.found {
		if f := &s.found[i]; f.Category != CategoryOverflow && !c.holds(f.Text) {
			f.judge(bodyThreshold)
		}
	}
}

// segment scans a text by its location: of scripts and style sheets only what is
// written in words.
func (s *scanner) segment(text string, location Location) {
	if location != "script" && location != "style" {
		s.scan(text, location)
		return
	}
	for _, p := range codeStrings(text) {
		if s.full || s.done() {
			return
		}
		n := len(s.found)
		s.scan(text[p.start:p.end], location)
		for i := n; i < len(s.found); i++ {
			s.found[i].Start += p.start
			s.found[i].End += p.start
		}
	}
}

// scan finds the attacks of one text, block by block. Where bounds end the search,
// the last finding says so.
func (s *scanner) scan(text string, location Location) {
	if s.full {
		return
	}
	looked := text[:min(len(text), s.limit)]
	s.reached = len(looked)
	room := maxFindings - len(s.found)
	var found []Finding
	for start := 0; start < len(looked) && len(found) <= room && !s.done(); {
		end := cutBefore(looked, start+blockLength)
		found = s.block(found, looked[start:end], location, start)
		if start = end; end < len(looked) {
			start = cutBefore(looked, end-blockOverlap)
		}
	}
	s.found = append(s.found, s.bounded(found, room, text, location)...)
}

func (s *scanner) done() bool {
	if s.err == nil {
		s.err = s.ctx.Err()
	}
	return s.err != nil
}

// block adds the findings of a part of a text, which starts at offset there, to
// those of the part before it.
func (s *scanner) block(before []Finding, block string, location Location, offset int) []Finding {
	t := &s.text
	t.Fold(block)
	threshold := s.threshold(location)
	opts := classifier.Options{Threshold: threshold, Page: &s.page, Add: location == LocationBody, Max: maxFindings - len(s.found) + 1}
	masked := t.Disguised(0, len(block))
	if masked {
		opts.Threshold, opts.Thorough = min(threshold, decodedThreshold), true
	}
	hits := classifier.Scan(t.Bytes, opts)
	signs := s.signs(t)
	certain := threshold
	if len(hits) > 0 && threshold == hiddenThreshold && codeLike(block) {
		certain = bodyThreshold
	}
	var found []Finding
	for _, h := range hits {
		start, end := t.Origin(h.Start), t.Origin(h.End)
		f := finding(block, start, max(start, end), h, location, certain)
		switch {
		case masked && t.Disguised(f.Start, f.End):
			f.Reason += "; disguised by its characters"
			f.judge(decodedThreshold)
		case f.Score < threshold:
			continue
		}
		found = append(found, f)
	}
	reached := s.reached // of the blocks before
	s.reached = len(block)
	found = s.scanPayloads(found, block, signs, location, encodingContext{depth: 1})
	if s.reached < len(block) {
		reached = min(reached, offset+s.reached)
	}
	s.reached = reached
	return appendBlock(before, found, offset)
}

// signs returns the signs of a disguise in t, which was scanned last.
func (s *scanner) signs(t *normalize.Text) deobfuscate.Signs {
	for i, at := range s.page.Turned {
		s.page.Turned[i] = t.Origin(at)
	}
	return deobfuscate.Signs{Words: s.page.Signs, Turned: s.page.Turned}
}

func (s *scanner) threshold(location Location) float64 {
	switch location {
	case LocationBody, "json": // JSON in a page is mostly what the page shows as well
		if !s.doubtful {
			return bodyThreshold
		}
	case "script", "style":
		return scriptThreshold
	}
	return hiddenThreshold
}

// bounded returns the first room findings. If a limit ended the scan, it inserts an
// overflow finding for the text that was not scanned; findings behind its start
// follow it and lie within it.
func (s *scanner) bounded(found []Finding, room int, text string, location Location) []Finding {
	from, reason, level := len(text), "", Certain
	if len(found) > room {
		from, reason, s.full = found[room].Start, "stands behind the last of 100 findings and was not looked at", true
	} else if s.reached < min(len(text), s.limit) {
		from, reason = s.reached, "is encoded, or stands behind more than is decoded, and was not looked at"
		if location != LocationBody {
			level = Suspect
		}
	}
	if s.limit < from {
		from, reason, level = s.limit, "stands behind the first 64 MiB and was not looked at", Certain
	}
	if reason == "" {
		return found
	}
	kept := found[:min(len(found), room)]
	at := len(kept)
	for i, f := range kept {
		if f.Start >= from {
			at = i
			break
		}
		from = max(from, f.End)
	}
	if strings.TrimSpace(text[from:]) == "" {
		return kept
	}
	return slices.Insert(kept, at, Finding{Text: clip(text[from:]), Reason: reason, Category: CategoryOverflow, Level: level, Location: location, Start: from, End: len(text)})
}

func finding(text string, start, end int, h classifier.Hit, location Location, certain float64) Finding {
	f := Finding{
		Text: clip(text[start:end]), Reason: strings.Join(h.Reasons, "; "), Category: Category(h.Category), Score: h.Score, Location: location, Start: start, End: end,
		weighed: h.Weighed,
	}
	f.judge(certain)
	return f
}

func clip(s string) string {
	end, _ := wholeRunes(s, maxShown, maxShown)
	return s[:end]
}

func overlaps(found []Finding, start, end int) bool {
	return slices.ContainsFunc(found, func(f Finding) bool { return f.Start < end && start < f.End })
}

func insert(found []Finding, f Finding) []Finding {
	i := len(found)
	for i > 0 && found[i-1].Start > f.Start {
		i--
	}
	return slices.Insert(found, i, f)
}

// A long text is scanned in blocks, so that the scan can end between two of them,
// and so that the memory of a scan is that of a block.
const (
	// blockLength is how many bytes a block has: 50 ms for the slowest texts known.
	blockLength = 256 << 10
	// blockOverlap is how many bytes of a block are scanned again with the next one.
	// A passage of up to that length at the border of two blocks is found whole.
	blockOverlap = 4 << 10
)

// cutBefore returns the best place to cut text in the last blockOverlap bytes before to: behind the last
// empty line, line or word, else at the last start of a character. Behind the end of text that is its end.
func cutBefore(text string, to int) int {
	if to >= len(text) {
		return len(text)
	}
	from := to - blockOverlap
	for _, border := range []string{"\n\n", "\n", " "} {
		if i := strings.LastIndex(text[from:to], border); i >= 0 {
			return from + i + len(border)
		}
	}
	for i := to; i > to-4; i-- {
		if text[i]&0xc0 != 0x80 {
			return i
		}
	}
	return to
}

// appendBlock adds the findings of a block, which starts at offset, to those of
// the blocks before. If two findings overlap where blocks overlap, the longer one
// is kept.
func appendBlock(all, found []Finding, offset int) []Finding {
	for _, f := range found {
		f.Start, f.End = f.Start+offset, f.End+offset
		if offset > 0 {
			shorter := func(known Finding) bool {
				return known.Start < f.End && f.Start < known.End && known.End-known.Start < f.End-f.Start
			}
			if all = slices.DeleteFunc(all, shorter); overlaps(all, f.Start, f.End) {
				continue
			}
		}
		all = insert(all, f)
	}
	return all
}
