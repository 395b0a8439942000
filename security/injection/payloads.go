package injection

import (
	"fmt"
	"strings"

	"github.com/webfetch-mcp/webfetch-go/security/injection/internal/classifier"
	"github.com/webfetch-mcp/webfetch-go/security/injection/internal/deobfuscate"
	"github.com/webfetch-mcp/webfetch-go/security/injection/internal/normalize"
)

type encodingContext struct {
	depth      int
	how        string
	start, end int // of the outermost form
}

func (s *scanner) scanPayloads(found []Finding, text string, signs deobfuscate.Signs, location Location, in encodingContext) []Finding {
	list, reached := deobfuscate.Find(text, signs)
	if in.depth == 1 {
		s.reached = min(s.reached, reached)
	} else if reached < len(text) {
		s.reached = min(s.reached, in.start)
	}
	for _, p := range list {
		if p.IsRepeatOf(in.how) {
			continue
		}
		here := encodingContext{in.depth + 1, p.How, in.start, in.end}
		if in.depth == 1 {
			here.start, here.end = p.Start, p.End
		}
		if s.decoded += len(p.Text); s.decoded > maxDecoded {
			s.reached = min(s.reached, here.start)
			continue
		}
		if _, known := s.harmless[joined{p.Text, location}]; known && p.IsJoined() {
			continue
		}
		var inner deobfuscate.Signs
		var hit bool
		found, inner, hit = s.payload(found, text, p, location, here)
		n := len(found)
		if in.depth < maxDepth {
			found = s.scanPayloads(found, p.Text, inner, location, here)
		}
		if !hit && len(found) == n && p.IsJoined() && in.depth == 1 { // deeper, not all encodings within were looked at
			s.harmless[joined{p.Text, location}] = struct{}{}
		}
	}
	return found
}

func (s *scanner) payload(found []Finding, text string, p deobfuscate.Payload, location Location, at encodingContext) (all []Finding, signs deobfuscate.Signs, hit bool) {
	threshold := decodedThreshold
	switch {
	case p.IsJoined() && strings.Count(p.Text, " ") >= longJoined:
		threshold = joinedThreshold
	case p.IsJoined() || p.IsCommon():
		threshold = s.threshold(location)
	}
	t := normalize.New(p.Text)
	opts := classifier.Options{Threshold: threshold, Thorough: !p.IsJoined(), Joined: p.IsJoined(), Page: &s.page, Max: 3}
	hits := classifier.Scan(t.Bytes, opts)
	signs = s.signs(t)
	if len(hits) == 0 {
		return found, signs, false
	}
	least := threshold
	if p.IsTurned() {
		least = s.leastTurned(text[p.Start:p.End], threshold)
	}
	for _, h := range hits {
		if h.Score < least {
			continue
		}
		cuts := p.InAddress() && at.depth == 2 // an address in the text itself
		if cuts {
			found = cutAt(found, text, at.start, at.end)
		}
		if overlaps(found, at.start, at.end) {
			break
		}
		from, to := t.Origin(h.Start), max(t.Origin(h.Start), t.Origin(h.End))
		if cuts {
			from, to = 0, len(p.Text) // all of it is cut out of the address
		}
		f := finding(p.Text, from, to, h, location, threshold)
		f.Start, f.End = at.start, at.end
		if f.address = cuts; cuts {
			f.Reason += "; in an address"
		} else {
			f.Score++
			f.Reason = fmt.Sprintf("%s; disguised as %s", f.Reason, p.How)
		}
		found = insert(found, f)
	}
	return found, signs, true
}

const minCutWords = 5

// cutAt ends findings of text that reach into the part of an address from start to end before that
// address, so that the part is a finding of its own. It leaves out those of which little is left.
func cutAt(found []Finding, text string, start, end int) []Finding {
	stop := strings.LastIndexAny(text[:start], " \t\n") + 1
	kept := found[:0]
	for _, f := range found {
		if f.Start < end && start < f.End && !f.address {
			if f.Start >= stop || len(strings.Fields(text[f.Start:stop])) < minCutWords {
				continue
			}
			f.End, f.Text = stop, clip(text[f.Start:stop])
		}
		kept = append(kept, f)
	}
	return kept
}

// minOrderGain is how much higher a line must score with its words reversed than as written. Most of
// a score comes from the words, in any order. Reversing adds up to 2 to harmless sentences, and 4 or
// more to attacks.
const minOrderGain = 3.0

// leastTurned returns the score that a line must have with its words reversed: at least minOrderGain above its score as written.
func (s *scanner) leastTurned(line string, least float64) float64 {
	t := normalize.New(line)
	for _, h := range classifier.Scan(t.Bytes, classifier.Options{Threshold: least - minOrderGain, Thorough: true, Page: &s.page, Max: 3}) {
		least = max(least, h.Score+minOrderGain)
	}
	return least
}
