package css

import (
	"slices"
	"strings"
)

// An animation that is over holds the last of its keyframes where its fill mode says
// so, and one that never begins may hold the first (CSS Animations Level 1, section
// 4.9): text can be hidden by that, and shown. Only what lasts is looked at; what
// an animation shows on its way is not.

// keyframes are the declarations of the first and the last frame of an animation.
type keyframes struct {
	from, to string
	between  []string // the other frames
}

// Limits of animations. What is beyond them is ignored, which [Sheet.Exceeded]
// reports.
const (
	MaxKeyframes  = 2000 // rules of a page
	MaxFrameBytes = 4 << 10
	MaxAnimations = 16 // of an element
	maxBetween    = 64 // frames of an animation, without the first and the last
)

// Animations are the properties that start animations.
const Animations PropertySet = 1<<Animation | 1<<AnimationName | 1<<animationFill | 1<<animationDelay | 1<<animationPlay | 1<<animationDirection

// isKeyframes reports whether the prelude of an at-rule is that of keyframes, and
// their name.
func isKeyframes(prelude string) (name string, ok bool) {
	rule, name, ok := strings.Cut(prelude, " ")
	rule = Lower(rule)
	return Lower(strings.Trim(name, " \t\r\n\f\"'")), ok && (rule == "@keyframes" || rule == "@-webkit-keyframes")
}

// addKeyframes takes over a keyframes rule; a later one of the same name replaces
// it.
func (s *Sheet) addKeyframes(name, body string) {
	if !s.spend(1+len(body)>>4) || len(s.keyframes) == MaxKeyframes {
		s.overflows = true
		return
	}
	var k keyframes
	for c := newRuleScanner(body); c.more(); {
		prelude, isBlock := c.head()
		if !isBlock {
			continue
		}
		frame, _ := c.block()
		if len(frame) > MaxFrameBytes {
			s.overflows = true
			continue
		}
		for prelude != "" {
			var at string
			at, prelude = CutBlock(prelude, ',')
			switch Lower(trim(at)) {
			case "from", "0%":
				k.from += frame + ";"
			case "to", "100%":
				k.to += frame + ";"
			default:
				if len(k.between) == maxBetween {
					s.overflows = true
					continue
				}
				k.between = append(k.between, frame)
			}
		}
	}
	if s.keyframes == nil {
		s.keyframes = make(map[string]keyframes)
	}
	s.keyframes[name] = k
}

// running is one animation of an element.
type running struct {
	keyframes
	forwards, backwards bool // what it holds when it is over, and before it begins
	reverse             bool
	paused              bool
	lasts               bool    // it is not over soon
	delay               float64 // seconds
}

// endlessSeconds is the delay or duration from which on an animation counts as one that never begins
// or never ends: no reader waits so long.
const endlessSeconds = 30

// animate sets the declarations that the animations of the element at i of the path hold: those of the
// last frame of one that is over, or of the first frame of one that never begins. Later animations
// win. Only important declarations win over them. Call it after the cascade.
func (s *Sheet) animate(i int, c *Style) {
	var buf [4]running
	for _, a := range s.running(buf[:0], i, c) {
		first, last := a.from, a.to
		if a.reverse {
			first, last = last, first
		}
		switch {
		case a.paused && a.delay <= 0, (a.paused || a.delay >= endlessSeconds) && a.backwards:
			s.hold(first, c)
		case a.paused || a.delay >= endlessSeconds:
		case a.forwards:
			s.hold(last, c)
		case a.lasts && first != "":
			s.hold(last, c, append(a.between, first)...)
		}
	}
}

// hold sets the declarations of a frame in c; with others, only those that all frames have with the
// same value.
func (s *Sheet) hold(frame string, c *Style, others ...string) {
	styles := make([]Style, len(others))
	for i, other := range others {
		if s.spend(1 + len(other)>>4) {
			Inline(other, &styles[i])
		}
	}
	var buf [8]declared
	for d := (declarations{rest: frame}); s.spend(1); {
		name, value, important, ok := d.next()
		if !ok {
			return
		}
		for _, d := range expandShorthand(buf[:0], name, value, false) {
			if !important && !slices.ContainsFunc(styles, func(other Style) bool { return other.Get(d.property) != d.value }) {
				c.cascadeSet(d.property, d.value, rankImportant-1)
			}
		}
	}
}

// running appends the animations of an element to list.
func (s *Sheet) running(list []running, i int, c *Style) []running {
	if !s.winning(AnimationName, c) {
		value := s.plainValue(i, c, Animation)
		for value != "" && len(list) < MaxAnimations {
			var one string
			one, value = CutBlock(value, ',')
			if a, ok := s.oneOf(one); ok {
				list = append(list, a)
			}
		}
	} else {
		names := s.plainValue(i, c, AnimationName)
		for names != "" && len(list) < MaxAnimations {
			var name string
			name, names = CutBlock(names, ',')
			if k, ok := s.keyframes[strings.Trim(name, " \"'")]; ok {
				list = append(list, running{keyframes: k})
			}
		}
	}
	for _, p := range [...]Property{animationFill, animationDelay, animationPlay, animationDirection} {
		if !s.winning(p, c) {
			continue
		}
		value := s.plainValue(i, c, p)
		parts := strings.Split(value, ",")
		for n := range list {
			list[n].set(p, trim(parts[n%len(parts)]))
		}
	}
	return list
}

// winning reports whether a longhand is declared and not reset by the shorthand.
func (s *Sheet) winning(p Property, c *Style) bool {
	return c.Has(p) && (!c.Has(Animation) || c.Rank[p] >= c.Rank[Animation])
}

// plainValue returns the value of a property without variables.
func (s *Sheet) plainValue(i int, c *Style, p Property) string {
	value := c.Get(p)
	if Substitutes(value) {
		value, _ = s.substitute(i, value, 0)
		value = Lower(value)
	}
	return value
}

// oneOf reads one animation of the shorthand; false if it has no keyframes.
func (s *Sheet) oneOf(value string) (a running, ok bool) {
	times := 0
	for value != "" {
		var word string
		if word, value = CutBlock(value, ' '); word == "" {
			continue
		}
		switch seconds, isTime := parseTime(word); {
		case isTime:
			switch times++; times {
			case 1:
				a.lasts = a.lasts || seconds >= endlessSeconds
			case 2:
				a.delay = seconds
			}
		case a.set(animationFill, word), a.set(animationPlay, word), a.set(animationDirection, word):
		case word == "infinite":
			a.lasts = true
		default:
			if k, known := s.keyframes[strings.Trim(word, "\"'")]; known {
				a.keyframes, ok = k, true
			}
		}
	}
	return a, ok
}

// set sets the field of a longhand from its value, and reports whether the value is valid.
func (a *running) set(p Property, value string) bool {
	switch p {
	case animationFill:
		switch value {
		case "none", "forwards", "backwards", "both":
			a.forwards, a.backwards = value == "forwards" || value == "both", value == "backwards" || value == "both"
			return true
		}
	case animationPlay:
		switch value {
		case "running", "paused":
			a.paused = value == "paused"
			return true
		}
	case animationDirection:
		switch value {
		case "normal", "reverse", "alternate", "alternate-reverse":
			a.reverse = strings.HasSuffix(value, "reverse")
			return true
		}
	case animationDelay:
		if seconds, ok := parseTime(value); ok {
			a.delay = seconds
			return true
		}
	}
	return false
}

// parseTime reads a time in seconds.
func parseTime(s string) (seconds float64, ok bool) {
	number, factor := strings.CutSuffix(s, "ms")
	unit := 0.001
	if !factor {
		if number, factor = strings.CutSuffix(s, "s"); !factor {
			return 0, false
		}
		unit = 1
	}
	l, ok := ParseLength(number)
	return l.N * unit, ok && l.Unit == NoUnit
}
