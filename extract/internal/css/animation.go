package css

import "strings"

// An animation that is over holds the last of its keyframes where its fill mode says
// so, and one that never begins may hold the first (CSS Animations Level 1, section
// 4.9): text can be hidden by that, and shown. Only what lasts is looked at; what
// an animation shows on its way is not.

// keyframes are the declarations of the first and the last frame of an animation.
type keyframes struct {
	from, to string
	between  bool // there are others that differ from the first
}

// Limits of animations. What is beyond them is ignored, which [Sheet.Exceeded]
// reports.
const (
	MaxKeyframes  = 2000 // rules of a page
	MaxFrameBytes = 4 << 10
	MaxAnimations = 16 // of an element
)

// Animations are the properties that start animations.
const Animations PropertySet = 1<<Animation | 1<<AnimationName | 1<<animationFill | 1<<animationDelay | 1<<animationPlay | 1<<animationDirection

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
				k.between = k.between || frame+";" != k.from
			}
		}
	}
	if s.keyframes == nil {
		s.keyframes = make(map[string]keyframes)
	}
	s.keyframes[Lower(strings.Trim(name, " \t\r\n\f\"'"))] = k
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
	for _, a := range s.running(i, c) {
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
		case a.lasts && first == last && !a.between:
			s.hold(last, c)
		}
	}
}

// hold sets the declarations of a frame in c.
func (s *Sheet) hold(frame string, c *Style) {
	for _, d := range appendInline(nil, frame) {
		if s.spend(1) && !d.important {
			c.cascadeSet(d.property, d.value, rankImportant-1)
		}
	}
}

// running returns the animations of an element.
func (s *Sheet) running(i int, c *Style) (list []running) {
	// A longhand counts unless the shorthand resets it.
	winning := func(p Property) bool { return c.Has(p) && (!c.Has(Animation) || c.rank[p] >= c.rank[Animation]) }
	parts := func(p Property) []string {
		value := c.Get(p).Text
		if varies(value) {
			value, _ = s.substitute(i, value, 0)
		}
		return splitList(Lower(value))
	}
	if winning(AnimationName) {
		for _, name := range parts(AnimationName) {
			if k, ok := s.keyframes[strings.Trim(name, " \"'")]; ok {
				list = append(list, running{keyframes: k})
			}
		}
	} else {
		for _, one := range parts(Animation) {
			if a, ok := s.parseAnimation(one); ok {
				list = append(list, a)
			}
		}
	}
	for _, p := range [...]Property{animationFill, animationDelay, animationPlay, animationDirection} {
		if values := parts(p); winning(p) && len(values) > 0 {
			for n := range list {
				value := trim(values[n%len(values)])
				if seconds, isTime := parseTime(value); isTime {
					list[n].delay = seconds
				}
				list[n].set(value)
			}
		}
	}
	return list
}

// splitList splits a value at its commas; the list has at most MaxAnimations parts.
func splitList(value string) (parts []string) {
	for value != "" && len(parts) < MaxAnimations {
		var one string
		one, value = CutBlock(value, ',')
		parts = append(parts, one)
	}
	return parts
}

// parseAnimation reads one animation of the shorthand; false if it has no keyframes.
func (s *Sheet) parseAnimation(value string) (a running, ok bool) {
	times := 0
	for value != "" {
		var word string
		if word, value = CutBlock(value, ' '); word == "" || a.set(word) {
			continue
		}
		if seconds, isTime := parseTime(word); isTime {
			switch times++; times {
			case 1:
				a.lasts = a.lasts || seconds >= endlessSeconds
			case 2:
				a.delay = seconds
			}
		} else if k, known := s.keyframes[strings.Trim(word, "\"'")]; known {
			a.keyframes, ok = k, true
		}
	}
	return a, ok
}

// set sets what a keyword says of an animation, and reports whether it is one.
func (a *running) set(word string) bool {
	switch word {
	case "none", "forwards", "backwards", "both":
		a.forwards, a.backwards = word == "forwards" || word == "both", word == "backwards" || word == "both"
	case "running", "paused":
		a.paused = word == "paused"
	case "normal", "reverse", "alternate", "alternate-reverse":
		a.reverse = strings.HasSuffix(word, "reverse")
	case "infinite":
		a.lasts = true
	default:
		return false
	}
	return true
}

// parseTime reads a time in seconds.
func parseTime(s string) (seconds float64, ok bool) {
	unit := 0.001
	number, found := strings.CutSuffix(s, "ms")
	if !found {
		if number, found = strings.CutSuffix(s, "s"); !found {
			return 0, false
		}
		unit = 1
	}
	l, ok := ParseLength(number)
	return l.N * unit, ok && l.Unit == NoUnit
}
