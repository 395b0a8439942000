package parse_test

import (
	"go/ast"
	"go/parser"
	"go/token"
	"io/fs"
	"path/filepath"
	"strconv"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// readers are the packages that read the tree of a page.
var readers = []string{"../..", "../content", "../layout", "../meta", "../htmlmd", "../../../../security/visible"}

// silent are attributes that readers name to pass over them.
var silent = strings.Fields("accept action charset d for integrity nonce pattern points sizes target transform viewBox viewbox")

// Every attribute that a reader asks for by its name is let through, whatever its
// value.
func TestReadersGetWhatTheyAskFor(t *testing.T) {
	asked := map[string]string{}
	for _, dir := range readers {
		for _, file := range sources(t, dir) {
			for _, name := range attributesOf(t, file) {
				asked[name] = file
			}
		}
	}
	for _, name := range []string{"class", "datetime", "data-lang", "shadowrootmode", "http-equiv", "bgcolor", "colspan", "epub:type", "data-original"} {
		assert.Contains(t, asked, name, "the readers aren't read")
	}
	for _, name := range silent {
		delete(asked, name)
	}
	for name, file := range asked {
		kept := false
		for _, tag := range []string{"p", "img", "input", "li"} {
			page := "<" + tag + " " + name + "=1>"
			kept = kept || prefiltered(page) == page
		}
		assert.True(t, kept, "%s asks for %q: let it through", file, name)
	}
}

func sources(t *testing.T, dir string) (files []string) {
	err := filepath.WalkDir(dir, func(path string, d fs.DirEntry, err error) error {
		switch {
		case err != nil:
			return err
		case d.IsDir() && path != dir:
			return fs.SkipDir
		case strings.HasSuffix(path, ".go") && !strings.HasSuffix(path, "_test.go"):
			files = append(files, path)
		}
		return nil
	})
	require.NoError(t, err)
	require.NotEmpty(t, files)
	return files
}

// attributesOf lists the names in a file that are given to a function which finds
// attributes, in the cases of a switch by the key of one and in comparisons with it.
func attributesOf(t *testing.T, path string) (names []string) {
	file, err := parser.ParseFile(token.NewFileSet(), path, nil, 0)
	require.NoError(t, err)
	literals := func(nodes ...ast.Expr) {
		for _, n := range nodes {
			if lit, ok := n.(*ast.BasicLit); ok && lit.Kind == token.STRING {
				name, err := strconv.Unquote(lit.Value)
				require.NoError(t, err)
				names = append(names, name)
			}
		}
	}
	ast.Inspect(file, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.CallExpr:
			if f, ok := n.Fun.(*ast.Ident); ok && finds[f.Name] {
				literals(n.Args...)
			}
		case *ast.SwitchStmt:
			if isKey(n.Tag) {
				for _, c := range n.Body.List {
					literals(c.(*ast.CaseClause).List...)
				}
			}
		case *ast.BinaryExpr:
			if isKey(n.X) {
				literals(n.Y)
			}
		case *ast.RangeStmt: // names in an array that attributes are found by
			if list, ok := n.X.(*ast.CompositeLit); ok && callsFinder(n.Body) {
				literals(list.Elts...)
			}
		case *ast.CompositeLit:
			if id, ok := n.Type.(*ast.Ident); ok && id.Name == "attribute" {
				for _, e := range n.Elts {
					if kv, ok := e.(*ast.KeyValueExpr); ok && kv.Key.(*ast.Ident).Name == "name" {
						literals(kv.Value)
					}
				}
			}
		}
		return true
	})
	return names
}

// finds are the functions of the readers that find attributes by name.
var finds = map[string]bool{"attr": true, "attrOf": true, "hasAttr": true, "number": true}

func isKey(e ast.Expr) bool {
	s, ok := e.(*ast.SelectorExpr)
	return ok && s.Sel.Name == "Key"
}

func callsFinder(body ast.Node) (found bool) {
	ast.Inspect(body, func(n ast.Node) bool {
		if call, ok := n.(*ast.CallExpr); ok {
			if f, ok := call.Fun.(*ast.Ident); ok && finds[f.Name] {
				found = true
			}
		}
		return true
	})
	return found
}
