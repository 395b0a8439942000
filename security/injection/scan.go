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
		if _, repeated := s.seen[seg.Text]; repeated || seg.Shown || len(seg.Text) < minText {
			continue
		}
		s.seen[seg.Text] = struct{}{}
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
		end := blockEnd(looked, start)
		found = s.block(found, looked[start:end], location, start)
		start = nextBlock(looked, end)
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
