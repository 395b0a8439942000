package office

import (
	"strings"

	"golang.org/x/text/unicode/norm"
)

// texSigns are signs and the LaTeX commands for them, a pair a line. Signs that
// are not among them stay as they are.
const texSigns = `
α alpha
β beta
γ gamma
δ delta
ϵ epsilon
ε varepsilon
ζ zeta
η eta
θ theta
ϑ vartheta
ι iota
κ kappa
λ lambda
μ mu
ν nu
ξ xi
π pi
ρ rho
σ sigma
ς varsigma
τ tau
υ upsilon
φ varphi
ϕ phi
χ chi
ψ psi
ω omega
Γ Gamma
Δ Delta
Θ Theta
Λ Lambda
Ξ Xi
Π Pi
Σ Sigma
Υ Upsilon
Φ Phi
Ψ Psi
Ω Omega
∑ sum
∏ prod
∐ coprod
∫ int
∬ iint
∭ iiint
∮ oint
⋃ bigcup
⋂ bigcap
⋁ bigvee
⋀ bigwedge
⨁ bigoplus
⨂ bigotimes
∞ infty
∂ partial
∇ nabla
± pm
∓ mp
× times
÷ div
⋅ cdot
∙ bullet
∘ circ
≤ leq
≥ geq
≠ neq
≈ approx
≡ equiv
∼ sim
≅ cong
∝ propto
≪ ll
≫ gg
∈ in
∉ notin
∋ ni
⊂ subset
⊆ subseteq
⊃ supset
⊇ supseteq
∪ cup
∩ cap
∅ varnothing
∀ forall
∃ exists
¬ neg
∧ land
∨ lor
⊕ oplus
⊗ otimes
⊥ bot
→ rightarrow
← leftarrow
↔ leftrightarrow
⇒ Rightarrow
⇐ Leftarrow
⇔ Leftrightarrow
↦ mapsto
… ldots
⋯ cdots
⋮ vdots
⋱ ddots
ℏ hbar
ℓ ell
ℜ Re
ℑ Im
∠ angle
′ prime
`

// texCommand returns the command for one sign.
func texCommand(s string) (command string, ok bool) {
	_, rest, ok := strings.Cut(texSigns, "\n"+s+" ")
	if !ok || s == "" {
		return "", false
	}
	command, _, _ = strings.Cut(rest, "\n")
	return `\` + command, true
}

// mathText writes the text of an equation: its signs as commands, what is markup
// in LaTeX escaped, and the styled letters of Unicode as plain ones.
func mathText(text string) string {
	var b []byte
	for _, r := range text {
		s := string(r)
		if r >= 0x1D400 && r <= 0x1D7FF {
			s = norm.NFKC.String(s)
		}
		if command, ok := texCommand(s); r >= 0x80 && ok {
			b = append(b, command...)
			continue
		}
		s = plainTeX(s)
		if isLetter(s[0]) && endsCommand(b) {
			b = append(b, ' ')
		}
		b = append(b, s...)
	}
	return string(b)
}

// plainTeX escapes what is markup in LaTeX, and the sign of code in Markdown.
func plainTeX(text string) string {
	var b strings.Builder
	for _, r := range text {
		switch r {
		case '\\':
			b.WriteString(`\backslash{}`)
		case '{', '}', '$', '%', '#', '_', '&':
			b.WriteString(`\` + string(r))
		case '^', '~':
			b.WriteString(`\` + string(r) + "{}")
		case '`':
			b.WriteByte('\'')
		case '−':
			b.WriteByte('-')
		case '\u2061', '\u2062', '\u2063', '\u2064': // signs that show nothing
			b.WriteByte(' ')
		default:
			b.WriteRune(r)
		}
	}
	return b.String()
}

// operatorCommand is the name of a function as an operator: the command of LaTeX for it,
// or upright letters. What is no plain name stays as it is.
func operatorCommand(tex string) string {
	name := tex
	if inner, ok := strings.CutPrefix(tex, `\mathrm{`); ok && strings.HasSuffix(inner, "}") {
		name = inner[:len(inner)-1]
	}
	switch {
	case !isLetters(name):
		return tex
	case isTeXFunction(name):
		return `\` + name
	case len(name) > 1:
		return `\operatorname{` + name + "}"
	}
	return name
}

// isTeXFunction reports whether LaTeX has a command for a function.
func isTeXFunction(name string) bool {
	const names = " arccos arcsin arctan arg cos cosh cot coth csc deg det dim exp gcd hom inf ker lg lim liminf limsup ln log max min Pr sec sin sinh sup tan tanh "
	return strings.Contains(names, " "+name+" ")
}

// accentCommand is the command for a sign over a letter.
func accentCommand(s string) string {
	switch s {
	case "\u0300":
		return `\grave`
	case "\u0301":
		return `\acute`
	case "\u0303", "~":
		return `\widetilde`
	case "\u0304", "\u0305", "¯", "‾":
		return `\overline`
	case "\u0306":
		return `\breve`
	case "\u0307":
		return `\dot`
	case "\u0308":
		return `\ddot`
	case "\u030A":
		return `\mathring`
	case "\u030C":
		return `\check`
	case "\u0302", "^":
		return `\widehat`
	case "\u20D6":
		return `\overleftarrow`
	case "\u20D7", "→":
		return `\overrightarrow`
	case "\u20DB":
		return `\dddot`
	}
	return `\overset{` + mathText(s) + "}"
}

// bracketCommand is a bracket behind \left, \middle or \right: a dot for none.
func bracketCommand(s string) string {
	switch s {
	case "":
		return "."
	case "{", "}":
		return `\` + s
	case "‖", "∥":
		return `\|`
	case "⟨", "〈":
		return `\langle`
	case "⟩", "〉":
		return `\rangle`
	case "⌊":
		return `\lfloor`
	case "⌋":
		return `\rfloor`
	case "⌈":
		return `\lceil`
	case "⌉":
		return `\rceil`
	case "(", ")", "[", "]", "|", "/":
		return s
	}
	return "." // no bracket that grows
}
