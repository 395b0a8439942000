package webfetch_test

import (
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"io/fs"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// TestExportedNamesAreDocumented holds for the public packages of the module: functions,
// methods, types, values and fields. A comment counts for the names of a group and for the
// fields on the lines below.
func TestExportedNamesAreDocumented(t *testing.T) {
	fset := token.NewFileSet()
	var missing []string
	report := func(pos token.Pos, name string) {
		missing = append(missing, fmt.Sprintf("%s: %s", fset.Position(pos), name))
	}
	err := filepath.WalkDir("..", func(path string, d fs.DirEntry, err error) error {
		switch {
		case err != nil:
			return err
		case d.IsDir():
			if slices.Contains([]string{"internal", "testdata", "examples", "train", ".git"}, d.Name()) {
				return filepath.SkipDir
			}
			return nil
		case !strings.HasSuffix(path, ".go") || strings.HasSuffix(path, "_test.go"):
			return nil
		}
		file, err := parser.ParseFile(fset, path, nil, parser.ParseComments)
		if err != nil || file.Name.Name == "main" {
			return err
		}
		for _, d := range file.Decls {
			switch d := d.(type) {
			case *ast.FuncDecl:
				if d.Name.IsExported() && d.Doc == nil && hasExportedReceiver(d) {
					report(d.Pos(), d.Name.Name)
				}
			case *ast.GenDecl:
				for _, spec := range d.Specs {
					checkSpec(fset, spec, d.Doc != nil, report)
				}
			}
		}
		return nil
	})
	require.NoError(t, err)
	assert.Empty(t, missing)
}

func hasExportedReceiver(d *ast.FuncDecl) bool {
	if d.Recv == nil {
		return true
	}
	typ := d.Recv.List[0].Type
	if star, ok := typ.(*ast.StarExpr); ok {
		typ = star.X
	}
	if generic, ok := typ.(*ast.IndexExpr); ok {
		typ = generic.X
	}
	name, ok := typ.(*ast.Ident)
	return !ok || name.IsExported()
}

func checkSpec(fset *token.FileSet, spec ast.Spec, group bool, report func(token.Pos, string)) {
	switch spec := spec.(type) {
	case *ast.ValueSpec:
		for _, name := range spec.Names {
			if name.IsExported() && !group && spec.Doc == nil && spec.Comment == nil {
				report(name.Pos(), name.Name)
			}
		}
	case *ast.TypeSpec:
		if !spec.Name.IsExported() {
			return
		}
		if !group && spec.Doc == nil && spec.Comment == nil {
			report(spec.Pos(), spec.Name.Name)
		}
		if s, ok := spec.Type.(*ast.StructType); ok && fset.Position(s.Pos()).Line != fset.Position(s.End()).Line {
			checkFields(fset, spec.Name.Name, s, report)
		}
	}
}

func checkFields(fset *token.FileSet, typ string, s *ast.StructType, report func(token.Pos, string)) {
	documented, last := false, 0
	for _, f := range s.Fields.List {
		line := fset.Position(f.Pos()).Line
		described := f.Tag != nil && strings.Contains(f.Tag.Value, ` desc:"`)
		documented = f.Doc != nil || f.Comment != nil || described || documented && line == last+1
		last = fset.Position(f.End()).Line
		for _, name := range f.Names {
			if name.IsExported() && !documented {
				report(name.Pos(), typ+"."+name.Name)
			}
		}
	}
}
