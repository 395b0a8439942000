package css

import "strings"

// scope limits rules to a part of the page (CSS Cascading Level 6, section 2.5): to
// what is in elements that match root, without what is in those that match limit. Its
// zero value limits nothing.
type scope struct{ root, limit string }

// parseScope reads the arguments of @scope, "(root) to (limit)".
func parseScope(args string) (in scope) {
	args = trim(plainCSS(args))
	if args != "" && args[0] == '(' {
		in.root, args = CutBlock(args[1:], ')')
		args = trim(args)
	}
	if rest, ok := cutWord(args, "to"); ok {
		if rest = trim(rest); rest != "" && rest[0] == '(' {
			in.limit, _ = CutBlock(rest[1:], ')')
		}
	}
	return in
}

// scoped writes a selector list of a rule in a scope as one that means the same
// anywhere, but for the specificity of :scope. It notes what becomes too long.
func (s *Sheet) scoped(selectors string) string {
	in := s.scope
	if in == (scope{}) {
		return selectors
	}
	within, without := "", ""
	if in.root != "" {
		within = ":where(" + in.root + ")"
	}
	if in.limit != "" {
		without = ":where(:not(:is(" + in.limit + "),:is(" + in.limit + ") *))"
	}
	var b strings.Builder
	for selectors != "" {
		var one string
		one, selectors = CutBlock(selectors, ',')
		one = trim(one)
		if b.Len()+2*len(one)+len(within)+len(without) > MaxNestedText {
			s.overflows = true
			break
		}
		if b.Len() > 0 {
			b.WriteByte(',')
		}
		switch {
		case within == "":
			b.WriteString(one)
		case strings.Contains(one, ":scope"), strings.Contains(one, "&"):
			b.WriteString(strings.NewReplacer(":scope", within, "&", within).Replace(one))
		default:
			b.WriteString(within + " " + one)
		}
		b.WriteString(without)
	}
	return b.String()
}
