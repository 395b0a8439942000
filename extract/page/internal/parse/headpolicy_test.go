package parse_test

import (
	"go/ast"
	"go/parser"
	"go/token"
	"io"
	"strconv"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/webfetch-mcp/webfetch-go/extract/page/internal/parse"
)

func TestHead(t *testing.T) {
	const top = "<head>"
	for tag, kept := range map[string]bool{
		"<link rel=icon href=a>":                                          false,
		"<LINK REL='Shortcut  ICON' HREF=a>":                              false,
		"<link rel=canonical href=a>":                                     true,
		"<link rel='alternate canonical' href=a>":                         true,
		"<link rel=next href=a>":                                          true,
		"<link rel='of a kind' href=a>":                                   true,
		"<link rel=&#105;con href=a>":                                     true,
		"<link rel=i\u212Aon href=a>":                                     true,
		"<link rel=icon rel=stylesheet href=a>":                           true,
		"<link rel=icon xlink:href='words for all readers'>":              true,
		"<meta http-equiv='words for all readers' content=x>":             true,
		"<meta xlink:href='words for all readers'>":                       true,
		"<link rel='' href=a>":                                            false,
		"<link href=a>":                                                   false,
		"<link rel=icon title='words for all readers'>":                   true,
		"<link rel=icon title=feed>":                                      false,
		"<link rel=icon data-x='words for all readers'>":                  true,
		"<link rel=icon data-x=y sizes=1x1 media=print id=a>":             false,
		"<link rel=icon itemprop=image>":                                  true,
		"<link rel=stylesheet href=a>":                                    true,
		"<link rel=icon/ >":                                               true,
		"<meta name=viewport content='width=device-width'>":               false,
		"<META NAME=Author CONTENT=A>":                                    true,
		"<meta name=x content='three short words'>":                       true,
		"<meta name=x content='{\"key\":1}'>":                             true,
		"<meta property=og:title content=a>":                              true,
		"<meta property=og:image:width content=600>":                      false,
		"<meta http-equiv=Refresh content=1>":                             true,
		"<meta http-equiv=X-UA-Compatible content='IE=edge'>":             false,
		"<meta itemprop=a content=b>":                                     true,
		"<meta charset=utf-8>":                                            false,
		"<meta>":                                                          false,
		"<meta name=x onclick='f()' content=y>":                           false,
		"<meta name=x" + strings.Repeat(" x class=a", 40) + " content=y>": true,
		"<meta name=x name=author content=y>":                             true,
		"<base href=a>":                                                   true,
		"<noscript><link rel=icon></noscript>":                            true,
		"<p><link rel=icon href=a>":                                       true,
		"x<meta name=viewport content='width=device-width'>":              true,
	} {
		page := top + tag
		want := page
		if !kept {
			want = top
		}
		if got := prefiltered(page); tag[0] == '<' && !strings.HasPrefix(tag, "<nos") {
			assert.Equal(t, kept, strings.Contains(strings.ToLower(got), strings.ToLower(tag[1:5])), page)
		} else {
			assert.Equal(t, strings.Replace(want, "<link rel=icon>", "", 1), got, page)
		}
	}
	// The first tag begins the tree.
	for _, tag := range []string{"<link rel=icon>", "<meta name=viewport>"} {
		assert.Equal(t, tag, prefiltered(tag+tag))
		assert.Equal(t, tag+"<!doctype html>", prefiltered(tag+"<!doctype html>"+tag))
	}
}

func TestStyleSheetsOfTheHead(t *testing.T) {
	const plain, print = "<link rel=stylesheet href=a>", "<link rel=stylesheet media=print href=a>"
	for page, want := range map[string]string{
		"<head>" + plain + plain + print:                                      "<head>" + plain,
		"<head>" + print + plain + plain:                                      "<head>" + print + plain,
		"<head><noscript>" + plain + "</noscript>" + plain + plain:            "<head><noscript>" + plain + "</noscript>" + plain,
		"<head>" + plain + "<link rel='alternate stylesheet' href=b>" + plain: "<head>" + plain + "<link rel='alternate stylesheet' href=b>",
		"<head>" + plain + "<body>" + plain:                                   "<head>" + plain + "<body>" + plain,
	} {
		assert.Equal(t, want, prefiltered(page), page)
	}
}

func TestScriptsOfTheHead(t *testing.T) {
	for page, want := range map[string]string{
		"<head><script src=a async></script><p>":                       "<head><p>",
		"<head><SCRIPT></script>":                                      "<head>",
		"<head><script>" + program + "</script>":                       "<head>",
		"<head><script>f()</script>":                                   "",
		"<head><script> </script>":                                     "",
		"<head><script src=a></SCRIPT>":                                "",
		"<head><script src=a></script >":                               "",
		"<head><script src=a>":                                         "",
		"<head><script src=a / b></script>":                            "",
		"<head><script data-x='three short words'></script>":           "",
		"<head><script type=application/json></script>":                "",
		"<head><noscript><script src=a></script></noscript>":           "",
		"<head><noscript></noscript><script src=a></script>":           "<head><noscript></noscript>",
		"<script src=a></script><script src=b></script>":               "<script src=a></script>",
		"<head></head><script src=a></script><body><script></script>":  "<head></head><body><script></script>",
		"<head><title>t</title> <script src=a></script> <meta name=x>": "<head><title>t</title>",
	} {
		if want == "" {
			want = page
		}
		assert.Equal(t, want, prefiltered(page), "%.100q", page)
	}
	r := parse.New([]byte("<head><script src=a></script><script>"+program+"</script><body><script>"+program+"</script>"), false)
	_, err := io.Copy(io.Discard, r)
	require.NoError(t, err)
	assert.Equal(t, 2, r.OmittedScripts)
	assert.Equal(t, 2*len(program), r.OmittedScriptBytes)
}

func TestComments(t *testing.T) {
	for page, want := range map[string]string{
		"<p><!-- a --></p>":                                   "<p></p>",
		"<!-- a -->b":                                         "",
		"a<<!-- b -->c":                                       "",
		"a&l<!-- b -->t;":                                     "",
		"a&l<!-- b --><!-- c -->t;":                           "a&l<!-- b -->t;",
		"a<3<!-- b -->c":                                      "a<3c",
		"<p><!----></p>":                                      "<p></p>",
		"<p><!-- three short words --></p>":                   "",
		"<p><!-- <b>bold</b> --></p>":                         "",
		"<p><!-- &amp; --></p>":                               "",
		"<p><!--" + strings.Repeat("x", 40) + "--></p>":       "",
		"<p><!--[if IE]><![endif]--></p>":                     "",
		"<p><!-- Wörter -->":                                  "",
		"a<!-- b -->c":                                        "ac",
		"a<!-- b --><i>c":                                     "a<i>c",
		"a<!-- b --></i>c":                                    "a</i>c",
		"a<!-- b --> c":                                       "a c",
		"a<!-- b --><!-- c -->d":                              "ad",
		"a<!-- b --><!-- c --><p>":                            "a<p>",
		"<i>a</i><!-- b --><!-- c -->d":                       "<i>a</i>d",
		"<i>a</i> <!-- b --> c":                               "<i>a</i>  c",
		"<!-- a --><!doctype html><!-- b --><html><!-- c -->": "<!-- a --><!doctype html><html>",
		"a <<!-- b -->c":                                      "",
		"<p><!-- a":                                           "<p>",
	} {
		if want == "" {
			want = page
		}
		assert.Equal(t, want, prefiltered(page), page)
	}
}

func TestShapes(t *testing.T) {
	for page, want := range map[string]string{
		"<svg><path d='M1 2 3'/></svg>":                       "<svg></svg>",
		"<svg><path d='M1 2 3'></path></svg>":                 "<svg></svg>",
		"<svg><path d=M1></PATH ></svg>":                      "<svg><path ></PATH ></svg>",
		"<svg><path d=M1></svg>":                              "<svg><path ></svg>",
		"<svg><path d=M1> </path></svg>":                      "<svg><path ></path></svg>",
		"<svg><path d=M1></path":                              "<svg><path ></path",
		"<svg><path d=M1></pathx>":                            "<svg><path ></pathx>",
		"<svg><g><use xlink:href='#a'/></g><circle r=1 /><b>": "<svg><g></g><b>",
		"<svg><svg></svg><path/></svg>":                       "<svg><svg></svg></svg>",
		"<svg><path data-x='three short words'/></svg>":       "",
		"<svg><path aria-label='three short words'/></svg>":   "",
		"<svg><path class='three short words'/></svg>":        "<svg></svg>",
		"<svg><path /x></svg>":                                "",
		"<svg> <g> <path/> </g> </svg> <b>":                   "<svg><g></g></svg> <b>",
		"<svg><path xlink:href='three short words'/></svg>":   "<svg></svg>",
		// Where style sheets tell, or text goes on behind.
		"<style>p:Has(path){}</style><svg><path/></svg>":             "",
		strings.Repeat("<style></style>", 64) + "<svg><path/></svg>": strings.Repeat("<style></style>", 64) + "<svg></svg>",
		strings.Repeat("<style></style>", 65) + "<svg><path/></svg>": "",
		"<style>svg:empty{}</style><svg><path/></svg>":               "",
		"<svg><path/></svg><style>p:has(path){}</style>":             "",
		"<svg><text>a<path/>b</text></svg>":                          "",
		"<svg><text>a <path/>b</text></svg>":                         "",
		"<path/><svg><path/></svg>":                                  "",
		// Where the drawing may have ended, or never begun.
		"<svg> <p> <path/> </p> </svg>":       "<svg><p> <path/> </p> </svg>",
		"<svg><p><path/></svg>":               "",
		"<svg></p><path/></svg>":              "",
		"<svg></svg><path/>":                  "",
		"<svg \"/><path/>":                    "",
		"<svg><p/><path/></svg>":              "",
		"<svg/><path/>":                       "",
		"<path/>":                             "",
		"<math><path/></math>":                "",
		"<svg><foreignObject><path/></svg>":   "",
		"<svg><desc></desc><path/></svg>":     "",
		"<select><svg><path/></svg></select>": "",
		"<select></select><svg><path/></svg>": "<select></select><svg></svg>",
		"<svg><math><path/></math></svg>":     "",
		"<svg><title>t</title><path/></svg>":  "<svg><title>t</title></svg>",
	} {
		if want == "" {
			want = page
		}
		assert.Equal(t, want, prefiltered(page), page)
	}
}

// Every meta element that a reader asks for by its name is let through.
func TestReadersGetTheirMetas(t *testing.T) {
	asked := map[string]bool{}
	for _, path := range sources(t, "../meta") {
		file, err := parser.ParseFile(token.NewFileSet(), path, nil, 0)
		require.NoError(t, err)
		ast.Inspect(file, func(n ast.Node) bool {
			switch n := n.(type) {
			case *ast.IndexExpr:
				if isMetas(n) {
					ask(t, asked, n.Index)
				}
			case *ast.RangeStmt: // names in a list
				if list, ok := n.X.(*ast.CompositeLit); ok && holdsMetas(n.Body) {
					ask(t, asked, list.Elts...)
				}
			case *ast.SwitchStmt:
				if call, ok := n.Tag.(*ast.CallExpr); ok && len(call.Args) == 2 {
					if lit, ok := call.Args[1].(*ast.BasicLit); ok && (lit.Value == `"property"` || lit.Value == `"name"`) {
						for _, c := range n.Body.List {
							ask(t, asked, c.(*ast.CaseClause).List...)
						}
					}
				}
			case *ast.BinaryExpr:
				if call, ok := n.X.(*ast.CallExpr); ok && n.Op == token.EQL && len(call.Args) == 2 {
					if lit, ok := call.Args[1].(*ast.BasicLit); ok && lit.Value == `"name"` {
						ask(t, asked, n.Y)
					}
				}
			}
			return true
		})
	}
	for _, name := range []string{"og:title", "author", "generator", "byl", "pubdate", "keywords", "article:tag"} {
		assert.True(t, asked[name], "%s: the readers aren't read", name)
	}
	for name := range asked {
		attribute := "name"
		if rest, ok := strings.CutPrefix(name, "itemprop:"); ok {
			attribute, name = "itemprop", rest
		}
		page := "<head><meta " + attribute + "='" + name + "' content=x>"
		assert.Equal(t, page, prefiltered(page), "%q is asked for: let it through", name)
	}
}

// isMetas tells the maps of meta elements by their names.
func isMetas(n *ast.IndexExpr) bool {
	s, ok := n.X.(*ast.SelectorExpr)
	return ok && (s.Sel.Name == "meta" || s.Sel.Name == "many")
}

func holdsMetas(body ast.Node) (found bool) {
	ast.Inspect(body, func(n ast.Node) bool {
		if x, ok := n.(*ast.IndexExpr); ok {
			found = found || isMetas(x)
		}
		return true
	})
	return found
}

func ask(t *testing.T, asked map[string]bool, list ...ast.Expr) {
	for _, e := range list {
		if lit, ok := e.(*ast.BasicLit); ok && lit.Kind == token.STRING {
			name, err := strconv.Unquote(lit.Value)
			require.NoError(t, err)
			if name != "" {
				asked[name] = true
			}
		}
	}
}
