package classifier

import (
	"bytes"
	"regexp"
	"slices"
	"sort"
	"sync"

	l "github.com/webfetch-mcp/webfetch-go/security/injection/internal/phrases"
)

// limitScore is the score of a run that the model gives its limit, and
// TopicMargin what a run must have more on a page about attacks. A run in another language than English must have
// it in a manual of a program too, unless a decisive rule holds.
const (
	limitScore  = 4
	TopicMargin = 3
)

const maxWindow = 700

// documentScan is the state of one Scan: it scores runs of sentences, and lowers the
// weight of matches for their surroundings.
type documentScan struct {
	Options
	b       []byte
	model   *Model
	scratch *scanBuffers
	fences  []int // ends of code fences; nil until the first call of fenced
}

// minWords is the least sum that a sentence needs before the model runs on it, which costs more than all rules. All
// sentences of the known attacks reach it; most ordinary ones don't.
const minWords = 0.0

// needsModel reports whether to run the model on a sentence. It sums the matching rules, and the model's weights of
// the classes and of the words, which leave their order aside.
func (c *documentScan) needsModel(s *scoredSentence) bool {
	if s.decisive || s.mask.IsEmpty() || c.Thorough {
		return !s.mask.IsEmpty()
	}
	sum := c.model.RuleScale * s.rules
	for class := range s.mask.All() {
		sum += c.model.classes[class]
	}
	return sum+c.model.QuantStep*float64(s.weight) >= minWords
}

// maxLetters is the most that the runs of letters of a sentence add to its score. They added more in 4 of 7,563
// sentences of attacks.
const maxLetters = 2.5

// ask runs the model on a sentence. Half of the features are runs of letters, so it sums the others first: without whole,
// a sentence that they score too low to end a hit is marked as one that doesn't need the model.
func (c *documentScan) ask(s *scoredSentence, whole bool) {
	f := &c.scratch.features
	step := c.model.QuantStep * Damping(len(f.said(c.b, &s.sentence, s.matches))+s.end-s.start)
	n := c.model.Weights.Sum(f.list)
	if !whole && !s.decisive && !c.Thorough && c.model.RuleScale*s.rules+float64(n)*step+maxLetters <= -c.model.PerSentence {
		s.needsModel = false
		return
	}
	said := len(f.list)
	f.letters(c.b, &s.sentence)
	s.words, s.asked = float64(n+c.model.Weights.Sum(f.list[said:]))*c.model.QuantStep*Damping(len(f.list)), true
}

// words sums the model's scores of a run of sentences. A sentence with a positive
// score counts once if the run repeats it, since a repetition adds no evidence.
func (c *documentScan) words(run []scoredSentence) (sum float64) {
	for i := range run {
		if s := &run[i]; !s.asked && !s.mask.IsEmpty() {
			c.ask(s, true)
		}
		said := func(s *scoredSentence) []byte { return bytes.TrimSpace(c.b[s.start:s.end]) }
		if run[i].words < 0 || !slices.ContainsFunc(run[:i], func(before scoredSentence) bool { return bytes.Equal(said(&before), said(&run[i])) }) {
			sum += run[i].words
		}
	}
	return sum
}

// windows keeps the runs of up to three neighbouring sentences that reach the
// threshold, the shortest first. The sentences at both ends must be ones that need the model.
func (c *documentScan) windows(list []scoredSentence) []Hit {
	var hits []Hit
	taken := -1 // sentences up to here are part of a hit
	for i := 0; i < len(list) && len(hits) < c.Max; i++ {
		if !list[i].needsModel {
			continue
		}
		rules, sure, before := 0.0, false, taken
		for n := 1; n <= 3 && (n == 1 || c.model.RuleScale*list[i].rules+list[i].words > -c.model.PerSentence); n++ {
			from := i - n + 1
			if from <= before || from < 0 || list[i].end-list[from].start > maxWindow && n > 1 {
				break
			}
			run := list[from : i+1]
			rules, sure = rules+run[0].rules, sure || run[0].decisive
			if n > 1 && !run[0].needsModel || !sure && c.points(rules, c.words(run), n) < c.Threshold { // the discounts that weigh applies only lower this score
				continue
			}
			h, ok := c.weigh(run)
			if !ok || taken == i && h.Weighed < c.Threshold {
				continue
			}
			if taken == i { // a longer run reaches the threshold despite the discounts
				hits = hits[:len(hits)-1]
			}
			hits = append(hits, h)
			if taken = i; h.Weighed >= c.Threshold {
				break
			}
		}
	}
	return c.merge(hits)
}

func (c *documentScan) points(rules, words float64, n int) float64 {
	m := c.model
	return limitScore + m.Bias + m.PerSentence*float64(n-1) + m.RuleScale*rules + words - m.ThresholdLogit
}

func (c *documentScan) merge(hits []Hit) []Hit {
	out := hits[:0]
	for _, h := range hits {
		if n := len(out); n > 0 && len(bytes.TrimSpace(c.b[out[n-1].End:h.Start])) == 0 && h.End-out[n-1].Start <= 2*maxWindow {
			last := &out[n-1]
			last.End = h.End
			if h.Score > last.Score {
				last.Score, last.Category = h.Score, h.Category
			}
			last.Weighed = max(last.Weighed, h.Weighed)
			for _, r := range h.Reasons {
				if !slices.Contains(last.Reasons, r) {
					last.Reasons = append(last.Reasons, r)
				}
			}
			continue
		}
		out = append(out, h)
	}
	return out
}

// weigh scores a run of sentences. The discounts for surroundings lower Weighed, not
// Score, because an attacker can put an attack into quotation marks too. It
// reports false if Score is below the threshold.
func (c *documentScan) weigh(run []scoredSentence) (Hit, bool) {
	all := c.scratch.weighed[:0]
	for i := range run {
		for _, m := range run[i].matches {
			all = addMatch(all, m)
		}
	}
	c.scratch.weighed = all
	h := Hit{Start: run[0].start, End: run[len(run)-1].end}
	sum, weighed, best := 0.0, 0.0, 0.0
	sure, weighedSure := false, false
	for _, m := range all {
		w := m.weight * c.factor(m)
		sum, weighed = sum+m.weight, weighed+w
		if m.decisive {
			sure, weighedSure = true, weighedSure || w == m.weight
		}
		if m.weight > best {
			best, h.Category = m.weight, m.rule.category
		}
		if m.weight >= 0.9 {
			h.Reasons = append(h.Reasons, m.rule.reason)
		}
	}
	words := c.words(run)
	h.Score, h.Weighed = c.points(sum, words, len(run)), c.points(weighed, words, len(run))
	if sure {
		h.Score = max(h.Score, limitScore)
	}
	elsewhere := !slices.ContainsFunc(run, func(s scoredSentence) bool { return !s.elsewhere })
	switch {
	case c.Page.AboutAttacks():
		h.Weighed -= TopicMargin
	case weighedSure:
		h.Weighed = max(h.Weighed, limitScore)
	case elsewhere && c.Page.code >= 5 && c.Page.code*800 >= c.Page.bytes:
		// The page is dense with the signs of a manual of a program, which talks of users, passwords, systems and what is ignored as attacks do: "一般ユーザは自分のアカウントのパスワードしか変更できない".
		h.Weighed -= TopicMargin
	}
	if h.Score < c.Threshold {
		return h, false
	}
	if !slices.ContainsFunc(run, func(s scoredSentence) bool { return s.directed }) {
		h.Weighed = min(h.Weighed, 0)
	}
	if elsewhere && best < clearRule && c.isVague(run, h) {
		return h, false
	}
	if h.Category == "" {
		h.Category = rules().likeliest(run)
	}
	if len(h.Reasons) == 0 {
		h.Reasons = append(h.Reasons, "is worded like instructions to a machine")
	}
	for h.Start < h.End && c.b[h.Start] <= ' ' {
		h.Start++
	}
	for h.End > h.Start && c.b[h.End-1] <= ' ' {
		h.End--
	}
	return h, true
}

// Bounds of a run in another language than English of which no rule of weight clearRule holds, see isVague.
const (
	clearRule   = 2.0
	vagueMargin = 2.0 // above the threshold, for one that names no subject
	labelMargin = 4.0 // for one of fewer than labelBytes
	labelBytes  = 48
)

// subjects are the classes of what an order to a machine is about.
var subjects = l.ClassSetOf(l.PageContent, l.Answer, l.Agent, l.System, l.Secret, l.Send, l.Link, l.Address, l.Authority, l.NewTask, l.Jailbreak,
	l.Unbound, l.Delimiter, l.Consent, l.Unasked, l.Suppose, l.CurrentTask, l.Memory, l.Lasting, l.Detail, l.Praise, l.Urgent, l.Stealth, l.Role,
	l.Endless, l.Safety, l.Reading, l.IAm, l.Ignore, l.DeclaredInvalid)

// isVague reports whether nothing but the model speaks for a run. Of other languages it has seen little prose without
// harm, and takes words that any order has for one: "I know only that I know nothing", the label "your username".
func (c *documentScan) isVague(run []scoredSentence, h Hit) bool {
	short := h.End-h.Start < labelBytes
	if short && !slices.ContainsFunc(run, isShortOrder) {
		return h.Score < c.Threshold+labelMargin
	}
	return !short && h.Score < c.Threshold+vagueMargin && !slices.ContainsFunc(run, func(s scoredSentence) bool {
		return s.mask.Intersects(subjects) || s.mask.Has(l.User) && s.mask.Has(l.Your) // "your task is to write in the name of the reader"
	})
}

// isShortOrder reports whether a sentence has a verb with "only" or "all", as "answer only yes" and "delete all files".
// Labels have them where they name the user: "tu nombre de usuario".
func isShortOrder(s scoredSentence) bool {
	return s.mask.Intersects(orders) && s.mask.Intersects(extremes) && !s.mask.Has(l.User)
}

var extremes = l.ClassSetOf(l.Exactly, l.All)

var directing = l.ClassSetOf(l.You, l.Your, l.Agent, l.Machine, l.System, l.NewTask, l.Authority, l.Address, l.Role, l.Jailbreak, l.Turn, l.Delimiter, l.Consent, l.Unasked, l.If)

var orders = anyVerb.Union(l.ClassSetOf(l.Fetch, l.ObfuscateVerb))

// ordering are the classes of what an order does beside setting others aside.
var ordering = directing.Union(orders).Without(l.ClassSetOf(l.Ignore, l.Drop))

// own is the class of "свою", which says of anybody what "your" says of the reader.
var own = l.ClassSetOf(l.Your)

// isDirected reports whether a sentence has an imperative or a word that speaks to somebody or names a
// machine. Without either, as in "The reply explains none of this", it describes and orders nothing.
// Imperatives are known in English only: in other languages every sentence counts as directed.
func isDirected(b []byte, s *sentence) bool {
	if s.foreign {
		return s.mask != own
	}
	if s.mask.Intersects(directing) {
		return true
	}
	for k := range s.items {
		if s.items[k].imperative && s.items[k].class.Intersects(orders) && !isSubject(b[min(int(s.items[k].end), s.end):s.end]) {
			return true
		}
	}
	return false
}

// isSubject reports whether a word that may be an imperative is the subject of its clause. It goes
// by the word after it, as "is" in "Output is limited to nine sacks".
func isSubject(after []byte) bool {
	word, _, _ := bytes.Cut(bytes.TrimLeft(after, " "), []byte(" "))
	switch string(word) {
	case "is", "are", "was", "were", "has", "had", "may", "can", "could", "will", "would", "from", "of":
		return true
	}
	return false
}

// Bounds of looking around a match, in bytes.
const (
	quoteReach = 300
	leadReach  = 160
)

// factor returns what to multiply the weight of a match by, for its surroundings: 0.25
// for quotations that words before them report or that a page about attacks has, and for
// orders that the text only describes ("instructions that tell you to ignore …"),
// 0.3 for code on such a page or in documentation, and half of that for rules with
// the flag halved on these pages.
func (c *documentScan) factor(m match) float64 {
	f := 1.0
	about := c.Page.AboutAttacks()
	docs := c.Page.docs >= 4 && c.Page.docs*500 >= c.Page.bytes // explains how to program models
	switch {
	case c.quoted(m.start, m.end) && (about || c.reported(m.start)), c.relayed(m.start):
		f = 0.25
	case (about || docs) && c.code(m.start):
		f = 0.3
	}
	if m.rule.halved && (docs || about) {
		f *= 0.5
	}
	return f
}

// relayed reports whether the text only describes the order at b[at], which another text gives: in a relative clause ("pages that
// tell you to") or after a participle ("comments telling you to"). "The administrator asks you to" gives the order itself.
func (c *documentScan) relayed(at int) bool {
	before := c.b[max(0, at-leadReach):at]
	return bytes.Contains(before, []byte(" to ")) && relays().Match(before)
}

var relays = sync.OnceValue(func() *regexp.Regexp {
	return regexp.MustCompile(`(?:(?:that|which) (?:tell|ask|instruct|order|direct|command|urge)s?|` +
		`(?:text|instructions?|messages?|content|comments?|prompts?|e-?mails?|pages?|documents?|input) (?:tell|ask|instruct|order|direct|command|urg)ing) ` +
		`(?:you|it|them|(?:the |an? |your )?(?:model|assistant|agent|ai|llm|chatbot|bot)s?) to (?:[a-z]+, )*$`)
})

// quoted reports whether b[start:end] is inside quotation marks that open and close
// within quoteReach bytes, in the same paragraph.
func (c *documentScan) quoted(start, end int) bool {
	before := c.b[max(0, start-quoteReach):start]
	if i := bytes.LastIndex(before, []byte("\n\n")); i >= 0 {
		before = before[i+2:]
	}
	after := c.b[end:min(len(c.b), end+quoteReach)]
	if i := bytes.Index(after, []byte("\n\n")); i >= 0 {
		after = after[:i]
	}
	for _, q := range [...][2]string{{"“", "”"}, {"„", "“"}, {"«", "»"}, {"「", "」"}, {"『", "』"}, {"‘", "’"}, {"‹", "›"}} {
		open := bytes.LastIndex(before, []byte(q[0]))
		if open < 0 || bytes.Contains(before[open+len(q[0]):], []byte(q[1])) {
			continue
		}
		if bytes.Contains(after, []byte(q[1])) {
			return true
		}
	}
	return bytes.Count(before, []byte{'"'})%2 == 1 && bytes.IndexByte(after, '"') >= 0
}

func (c *documentScan) code(at int) bool {
	line := c.b[max(0, at-quoteReach):at]
	if i := bytes.LastIndexByte(line, '\n'); i >= 0 {
		line = line[i+1:]
	}
	if bytes.Count(line, []byte{'`'})%2 == 1 || len(line) > 0 && line[0] == '|' || bytes.HasPrefix(line, []byte("    ")) {
		return true
	}
	return c.fenced(at)
}

func (c *documentScan) fenced(at int) bool {
	if c.fences == nil {
		c.fences = []int{-1}
		for i := 0; ; {
			n := bytes.Index(c.b[i:], []byte("```"))
			if n < 0 {
				break
			}
			i += n + 3
			c.fences = append(c.fences, i)
		}
	}
	return sort.SearchInts(c.fences, at+1)%2 == 0
}

// reports are words of other languages than English for Mention and Topic, which the
// model was not fitted with: "example", "said", "attacker", "sentence", "hidden". A space stands
// where an English word would hold them else: " dit " is not in "edit ".
var reports = [...]string{
	"beispiel", " sagt", "schrieb", "angreifer", " satz", "versteckt",
	"exemple", " phrase", "attaquant", " dit ",
	"ejemplo", "exemplo", " frase", "atacante", " dijo", " disse ", "oculto", "esempio", "attaccante", "nascost",
	"например", "фраз", "злоумышленник", "сказал", "атак", "скрыт",
	"例如", "比如", "攻击", "攻擊", "隐藏", "隱藏", "例えば", "攻撃", "隠", "مثل", "مثال", "مهاجم", "예를", "공격",
}

// reported reports whether a word such as "phrase", "example" or "prompt injection"
// precedes b[at] by at most leadReach bytes.
func (c *documentScan) reported(at int) bool {
	before := c.b[max(0, at-leadReach):at]
	for _, word := range reports {
		if bytes.Contains(before, []byte(word)) {
			return true
		}
	}
	r := sentenceTagger{known: c.scratch.reader.known}
	r.reset(before)
	for s, ok := r.next(); ok; s, ok = r.next() {
		if s.mask.Has(l.Mention) || s.mask.Has(l.Topic) {
			return true
		}
	}
	return false
}
