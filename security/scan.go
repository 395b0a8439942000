package security

import (
	"fmt"
	"slices"
	"strings"
	"sync"

	"github.com/webfetch-mcp/webfetch-go/security/internal/decode"
	"github.com/webfetch-mcp/webfetch-go/security/internal/fold"
	"github.com/webfetch-mcp/webfetch-go/security/internal/grammar"
)

// LocationBody is the location of text that a reader sees.
const LocationBody = "body"

// Finding is text that reads like an instruction to a language model.
type Finding struct {
	// Text is the passage as it stands in the scanned text, cut at 500 bytes;
	// of an encoded passage it is what was decoded.
	Text string
	// Reason says in words what spoke for the finding.
	Reason string
	// Category is the kind of attack that weighs most: override, role_change,
	// fake_delimiter, prompt_extraction, exfiltration, jailbreak,
	// agent_directed, tool_use, memory, stealth, output_hijack, user_deception,
	// resource_abuse, promotion, false_authority or impersonation.
	Category string
	// Score is the sum of what spoke for it, by rules and by a model of the words
	// of attacks; one ordinary page in a hundred reaches 4 anywhere. Findings
	// start at 4 in text that a reader sees or that JSON holds, at 5.5 in scripts
	// and style sheets, and at 3.5 elsewhere; 8 is overwhelming.
	Score float64
	// Location is where the text was found: "body" for text that is shown, else
	// as the caller named it.
	Location string
	// Start and End are byte offsets into the scanned text.
	Start, End int
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

// Limits of one call.
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
	decodedThreshold = 3.0
	scriptThreshold  = 5.5
)

// Scan finds passages of text that read like instructions to a language model:
// text that sets instructions aside, gives roles, imitates chat formats, asks
// for prompts, secrets or tools, or dictates answers, in about thirty languages,
// and the same in disguise: invisible and look-alike characters, encodings,
// spelled-out and misspelled words. Text about such attacks, quotations and
// examples weigh less.
//
// Findings come in the order of the text and don't overlap, at most 100; text
// beyond 64 MiB is left off. Empty text has none. The work is linear in the
// length of the text. What Scan doesn't find is not safe: treat all text of the
// web as data. Scan is safe for concurrent use.
func Scan(text string) []Finding { return ScanAt(text, LocationBody) }

// ScanAt is [Scan] for text that was found at a location; at any other than
// "body" less is needed for a finding, since nobody writes there for readers.
func ScanAt(text, location string) []Finding {
	s := newScanner()
	defer s.release()
	s.segment(text, location)
	return s.found
}

// ScanSegments scans the text that a reader sees and the pieces that were kept
// out of it, in one go: what the page is about is judged once and for all of
// it. Findings in shown come first, with the location "body". Start and End
// point into shown or into the text of the segment. It is [Scan] otherwise; the
// bounds hold for all texts together.
func ScanSegments(shown string, removed []Segment) []Finding {
	s := newScanner()
	defer s.release()
	s.scanShown(shown, removed)
	for _, seg := range removed {
		if len(s.found) >= maxFindings {
			break
		}
		if seg.Shown || len(seg.Text) < minText || !s.seen.add(seg.Text) {
			continue
		}
		location := seg.Location
		if location == "" {
			location = "hidden"
		}
		s.segment(seg.Text, location)
	}
	return s.found
}

// minText is the shortest text that can be an instruction.
const minText = 6

// scanner is the state of one call.
type scanner struct {
	page    grammar.Page
	found   []Finding
	decoded int
	text    fold.Text // memory of the text that is scanned
	seen    texts     // segments
	// The text at hand is judged like hidden text, for it may be that.
	doubtful bool
}

// Bounds of the memory that one call leaves to the next.
const (
	maxKept = 1 << 20 // bytes of text
	maxSeen = 1 << 10 // segments
)

var scanners = sync.Pool{New: func() any { return new(scanner) }}

func newScanner() *scanner { return scanners.Get().(*scanner) }

// release leaves the memory of the call to the next one, unless it is a lot.
func (s *scanner) release() {
	if cap(s.text.B) > maxKept || cap(s.seen.list) > maxSeen {
		return
	}
	s.seen.clear()
	s.page, s.found, s.decoded = grammar.Page{}, nil, 0
	scanners.Put(s)
}

// scanShown scans the text that a reader sees. Of what stands in a segment too less
// is needed for a finding.
func (s *scanner) scanShown(shown string, segments []Segment) {
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
	least := bodyThreshold
	if s.page.AboutAttacks() {
		least += grammar.TopicMargin
	}
	s.found = slices.DeleteFunc(s.found, func(f Finding) bool { return f.Score < least && !c.holds(f.Text) })
}

// segment scans a text by its location: of scripts and style sheets only what is
// written in words.
func (s *scanner) segment(text, location string) {
	if location != "script" && location != "style" {
		s.scan(text, location)
		return
	}
	for _, p := range prose(text) {
		n := len(s.found)
		s.scan(text[p.start:p.end], location)
		for i := n; i < len(s.found); i++ {
			s.found[i].Start += p.start
			s.found[i].End += p.start
		}
	}
}

// scan finds the attacks of one text.
func (s *scanner) scan(text, location string) {
	if len(s.found) >= maxFindings {
		return
	}
	if len(text) > maxScanned {
		text = text[:maxScanned]
	}
	t := &s.text
	t.Fold(text)
	threshold := hiddenThreshold
	switch location {
	case LocationBody, "json": // JSON in a page is mostly what the page shows as well
		if threshold = bodyThreshold; s.doubtful {
			threshold = hiddenThreshold
		}
	case "script", "style":
		threshold = scriptThreshold
	}
	opts := grammar.Options{Threshold: threshold, Page: &s.page, Add: location == LocationBody, Max: maxFindings - len(s.found)}
	hits := grammar.Scan(t.B, opts)
	if len(hits) > 0 && threshold == hiddenThreshold && codeLike(text) {
		opts.Threshold = bodyThreshold
		hits = grammar.Scan(t.B, opts)
	}
	var found []Finding
	for _, h := range hits {
		start, end := t.Origin(h.Start), t.Origin(h.End)
		found = append(found, finding(text, start, max(start, end), h, location))
	}
	found = s.payloads(found, text, location, layer{depth: 1})
	if room := maxFindings - len(s.found); len(found) > room {
		found = found[:room]
	}
	s.found = append(s.found, found...)
}

func finding(text string, start, end int, h grammar.Hit, location string) Finding {
	return Finding{
		Text: clip(text[start:end]), Reason: strings.Join(h.Reasons, "; "), Category: h.Category, Score: h.Score, Location: location, Start: start, End: end,
	}
}

// clip cuts s at maxShown bytes, at the start of a character.
func clip(s string) string {
	if len(s) <= maxShown {
		return s
	}
	n := maxShown
	for n > 0 && s[n]&0xc0 == 0x80 {
		n--
	}
	return s[:n]
}

// layer is an encoded form within which others are looked for.
type layer struct {
	depth      int
	how        string
	start, end int // of the outermost form
}

// payloads adds the findings of what is encoded in text.
func (s *scanner) payloads(found []Finding, text, location string, in layer) []Finding {
	for _, p := range decode.Find(text) {
		if p.Repeats(in.how) {
			continue
		}
		if s.decoded += len(p.Text); s.decoded > maxDecoded {
			return found
		}
		here := layer{in.depth + 1, p.How, in.start, in.end}
		if in.depth == 1 {
			here.start, here.end = p.Start, p.End
		}
		found = s.payload(found, p, location, here)
		if in.depth < maxDepth {
			found = s.payloads(found, p.Text, location, here)
		}
	}
	return found
}

// payload adds the findings of one encoded passage.
func (s *scanner) payload(found []Finding, p decode.Payload, location string, at layer) []Finding {
	t := fold.New(p.Text)
	for _, h := range grammar.Scan(t.B, grammar.Options{Threshold: decodedThreshold, Page: &s.page, Max: 3}) {
		if overlaps(found, at.start, at.end) {
			break
		}
		f := finding(p.Text, t.Origin(h.Start), max(t.Origin(h.Start), t.Origin(h.End)), h, location)
		f.Start, f.End = at.start, at.end
		f.Score += 1
		f.Reason = fmt.Sprintf("%s; disguised as %s", f.Reason, p.How)
		found = insert(found, f)
	}
	return found
}

func overlaps(found []Finding, start, end int) bool {
	for _, f := range found {
		if f.Start < end && start < f.End {
			return true
		}
	}
	return false
}

// insert keeps the findings in the order of the text.
func insert(found []Finding, f Finding) []Finding {
	i := len(found)
	for i > 0 && found[i-1].Start > f.Start {
		i--
	}
	found = append(found, Finding{})
	copy(found[i+1:], found[i:])
	found[i] = f
	return found
}
