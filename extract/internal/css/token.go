package css

import (
	"iter"
	"strconv"
	"strings"
)

// token is a word, a number, a sign or a call. A call is a function, or brackets, which have no name.
// In a list of tokens the arguments of a call follow it.
type token struct {
	kind tokenKind
	text string // the source of the token
	name string // the name of a call
	size int    // the number of tokens in a call
	Length
}

type tokenKind uint8

const (
	wordToken   tokenKind = iota // a name, a string, a #hash, or any other text
	numberToken                  // a number without a unit or with a known one, or a math function of such numbers
	callToken
	signToken // one of , / : + - * < > =
)

func (t *token) is(text string) bool { return t.text == text }

func (t *token) isBrackets() bool { return t.kind == callToken && t.name == "" }

// parts yields the top-level tokens of a list, each with the tokens in it.
func parts(list []token) iter.Seq2[*token, []token] {
	return func(yield func(*token, []token) bool) {
		for len(list) > 0 && yield(&list[0], list[1:1+list[0].size]) {
			list = list[1+list[0].size:]
		}
	}
}

// tokenize reads the tokens of a value (CSS Syntax Level 3, section 4). The value is in lower case and has
// no comments or escapes. Tokens below MaxAtDepth nested calls are skipped.
func tokenize(text string) []token {
	list, _ := appendTokens(make([]token, 0, 1+strings.Count(text, " ")+2*strings.Count(text, ",")+strings.Count(text, "(")), text, 0)
	return list
}

func appendTokens(list []token, s string, depth int) (tokens []token, rest string) {
	for s != "" {
		c := s[0]
		end := tokenEnd(s)
		switch {
		case IsBlank(c):
			end = 1
		case c == ')' && depth > 0:
			return list, s
		case end < len(s) && s[end] == '(' && !(end == 1 && isSign(c)):
			name, at := s[:end], len(list)
			list = append(list, token{kind: callToken, name: name})
			if rest = s[end+1:]; name == "url" || depth == MaxAtDepth {
				inner, _ := CutBlock(rest, ')')
				rest = rest[len(inner):]
			} else {
				list, rest = appendTokens(list, rest, depth+1)
			}
			end = min(len(s)-len(rest)+1, len(s))
			t := &list[at]
			t.text, t.size = s[:end], len(list)-at-1
			if l, ok := evaluate(name, list[at+1:]); ok && rest != "" {
				list = append(list[:at], token{kind: numberToken, text: s[:end], Length: l})
			}
		default:
			list = append(list, plainToken(s[:end]))
		}
		s = s[end:]
	}
	return list, ""
}

// plainToken returns a token that is not a call.
func plainToken(text string) token {
	t := token{text: text}
	if len(text) == 1 && isSign(text[0]) {
		t.kind = signToken
	} else if l, ok := number(text); ok {
		t.kind, t.Length = numberToken, l
	}
	return t
}

func isSign(c byte) bool { return strings.IndexByte(",/:+-*<>=", c) >= 0 }

// tokenEnd returns the length of the word, number or sign that s begins with; 0 before a bracket.
func tokenEnd(s string) int {
	switch c := s[0]; {
	case c == '"' || c == '\'':
		return min(skipString(s, 0)+1, len(s))
	case c == '-' || c == '+':
	case isSign(c) || c == ')':
		return 1
	}
	i := 0
	for i < len(s) && (i == 0 || !isSign(s[i]) || s[i] == '-' || s[i] == '+' && s[i-1] == 'e') && s[i] != '(' && s[i] != ')' && !IsBlank(s[i]) {
		i++
	}
	return i
}

// number reads a number with or without a unit; false if it isn't one or its unit is not known.
func number(s string) (l Length, ok bool) {
	i := 0
	for i < len(s) && (isDigit(s[i]) || s[i] == '.' || i == 0 && (s[i] == '-' || s[i] == '+')) {
		i++
	}
	if i+1 < len(s) && s[i] == 'e' && (isDigit(s[i+1]) || s[i+1] == '-') {
		for i += 2; i < len(s) && isDigit(s[i]); i++ {
		}
	}
	if i == 0 {
		return Length{}, false
	}
	n, err := strconv.ParseFloat(s[:i], 64)
	if err != nil || i == len(s) {
		return Length{N: n}, err == nil
	}
	unit := units()[s[i:]]
	return Length{n * unit.N, unit.Unit}, unit.Unit != NoUnit
}

func isDigit(c byte) bool { return '0' <= c && c <= '9' }

// numbers returns the numbers of a list that has nothing else but commas and slashes; false if it has none.
func numbers(list []token) (l []Length, ok bool) {
	for i := range list {
		switch t := &list[i]; {
		case t.kind == numberToken:
			l = append(l, t.Length)
		case !t.is(",") && !t.is("/"):
			return l, false
		}
	}
	return l, len(l) > 0
}

// sides returns the top, right, bottom and left side in a list of one to four of them.
func sides(list []token) (four [4]*token, ok bool) {
	n := 0
	for t := range parts(list) {
		if n == len(four) {
			return four, false
		}
		four[n] = t
		n++
	}
	if n == 0 {
		return four, false
	}
	for ; n < len(four); n++ {
		four[n] = four[max(0, n-2)]
	}
	return four, true
}
