package htmlmd

import (
	"strings"

	"golang.org/x/net/html"
	"golang.org/x/net/html/atom"

	"github.com/webfetch-mcp/webfetch-go/extract/internal/ascii"
	"github.com/webfetch-mcp/webfetch-go/extract/internal/htmltree"
)

// language is the language of a code block as the page tells it, in one of the
// ways of highlighters: on the code, on the block or on what wraps it.
func language(pre *html.Node) string {
	for c := pre.FirstChild; c != nil; c = c.NextSibling {
		if c.DataAtom == atom.Code {
			if l := languageOf(c, true); l != "" {
				return plainText(l)
			}
		}
	}
	n := pre
	for range 4 {
		if n == nil || n.Type != html.ElementNode || n.DataAtom == atom.Body {
			break
		}
		if l := languageOf(n, n == pre); l != "" {
			return plainText(l)
		}
		n = n.Parent
	}
	return ""
}

// plainText leaves out names that stand for no language.
func plainText(l string) string {
	switch strings.ToLower(l) {
	case "plaintext", "plain", "none", "nohighlight", "no-highlight", "auto", "undefined", "nolang":
		return ""
	}
	return l
}

// languageOf reads the attributes of one element. own says that it is the code
// itself, whose bare class names may be languages.
func languageOf(n *html.Node, own bool) string {
	for _, k := range [...]string{"data-lang", "data-language", "data-enlighter-language", "data-code-language", "data-prismjs-language"} {
		if v, ok := htmltree.Lookup(n, k); ok && isLangName(v) {
			return strings.ToLower(v)
		}
	}
	class := htmltree.Attr(n, "class")
	if l := languageOfClass(class, own); l != "" {
		return l
	}
	if own {
		if v, ok := htmltree.Lookup(n, "lang"); ok && isLangName(v) && isKnown(v) {
			return v
		}
	}
	return ""
}

// languageOfClass reads a class attribute.
func languageOfClass(class string, own bool) string {
	bare, highlighter := "", false
	for rest := class; rest != ""; {
		var c string
		c, rest = cutToken(rest)
		for _, p := range [...]string{"language-", "lang-", "highlight-source-", "highlight-text-", "brush:", "sourceCode-", "code-"} {
			if l, ok := strings.CutPrefix(c, p); ok && (l != "" || p == "brush:") {
				switch {
				case p == "language-":
					return l
				case p == "brush:":
					if l == "" {
						l, _ = cutToken(rest)
					}
					return strings.Trim(l, ";,")
				case p == "code-" && !isKnown(l):
				case isLangName(l):
					return strings.TrimSuffix(l, "-basic")
				}
			}
		}
		if l, ok := strings.CutPrefix(c, "highlight-"); ok && isKnown(l) {
			return l
		}
		switch c {
		case "hljs", "highlight", "sourceCode", "codehilite", "prettyprint", "chroma", "shiki", "code", "src", "pygments":
			highlighter = true
		}
		if l := strings.TrimPrefix(c, "src-"); bare == "" && isKnown(l) {
			bare = l
		}
	}
	if own || highlighter {
		return bare
	}
	return ""
}

func isLangName(s string) bool {
	if s == "" || len(s) > 32 {
		return false
	}
	for i := 0; i < len(s); i++ {
		if c := s[i]; !ascii.IsAlnum(c) && c != '+' && c != '#' && c != '-' && c != '_' && c != '.' {
			return false
		}
	}
	return true
}

// isKnown reports whether a word is the name of a language, so that it is one even
// without a prefix.
func isKnown(s string) bool {
	switch strings.ToLower(s) {
	case "bash", "sh", "shell", "zsh", "fish", "console", "shell-session", "powershell", "ps1", "batch", "bat", "cmd",
		"c", "cpp", "c++", "cc", "h", "hpp", "csharp", "cs", "c#", "fsharp", "fs", "vb", "vbnet", "objectivec", "objective-c", "objc",
		"go", "golang", "rust", "rs", "zig", "nim", "d", "v", "odin", "swift", "kotlin", "kt", "java", "scala", "groovy", "clojure", "clj",
		"javascript", "js", "jsx", "mjs", "typescript", "ts", "tsx", "coffeescript", "coffee", "node", "vue", "svelte", "astro",
		"python", "py", "python3", "pycon", "ipython", "ipython3", "ruby", "rb", "irb", "erb", "perl", "pl", "php", "lua", "r", "julia", "jl", "matlab", "octave", "mathematica",
		"haskell", "hs", "elm", "purescript", "ocaml", "ml", "reasonml", "erlang", "erl", "elixir", "ex", "lisp", "common-lisp", "elisp", "emacs-lisp", "scheme", "racket", "prolog", "fortran", "cobol", "ada", "pascal", "delphi", "basic", "smalltalk", "tcl", "awk", "sed",
		"html", "xml", "xhtml", "svg", "css", "scss", "sass", "less", "stylus", "json", "json5", "jsonc", "jsonl", "yaml", "yml", "toml", "ini", "cfg", "conf", "properties", "dotenv", "env", "csv",
		"sql", "mysql", "pgsql", "postgresql", "plsql", "tsql", "sqlite", "graphql", "gql", "sparql", "cypher", "mongodb", "redis",
		"diff", "patch", "udiff", "markdown", "md", "mdx", "rst", "rest", "asciidoc", "latex", "tex", "bibtex", "text", "txt", "plaintext",
		"docker", "dockerfile", "makefile", "make", "cmake", "nginx", "apache", "apacheconf", "http", "nix", "terraform", "hcl", "tf", "bicep", "puppet", "vim", "viml", "regex",
		"dart", "solidity", "sol", "wasm", "wat", "wast", "asm", "assembly", "nasm", "llvm", "glsl", "hlsl", "wgsl", "cuda", "verilog", "vhdl", "systemverilog", "proto", "protobuf", "thrift", "jinja", "jinja2", "django", "twig", "liquid", "handlebars", "mustache", "mermaid", "dot", "graphviz", "plantuml", "gherkin", "applescript", "autohotkey", "gdscript", "crystal", "haxe", "doctest":
		return true
	}
	return false
}
