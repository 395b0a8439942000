package office

import (
	"testing"

	"github.com/stretchr/testify/assert"
)

func TestExpandEmpty(t *testing.T) {
	for in, want := range map[string]string{
		`<title/><p>a</p>`:               `<title></title><p>a</p>`,
		`<script src="a/b" />`:           `<script src="a/b" ></script>`,
		`<br/><img src="x"/><HR />`:      `<br/><img src="x"/><HR />`,
		`<a id="x"/>b<i/>c`:              `<a id="x"></a>b<i></i>c`,
		`<a title="1/>2"/>`:              `<a title="1/>2"></a>`,
		`<a title='"/>'>b</a>`:           `<a title='"/>'>b</a>`,
		`<!-- <p/> --><?p <p/>?>`:        `<!-- <p/> --><?p <p/>?>`,
		`<![CDATA[<p/>]]><p/>`:           `<![CDATA[<p/>]]><p></p>`,
		`<svg:path d=""/>`:               `<svg:path d=""></svg:path>`,
		`a < b / > c </p> <1/> < p/>`:    `a < b / > c </p> <1/> < p/>`,
		`<p`:                             `<p`,
		`<p/`:                            `<p/`,
		`</>`:                            `</>`,
		`<b <i/>`:                        `<b <i></i>`,
		`<!-- never closed <p/>`:         `<!-- never closed <p/>`,
		`<a title="never closed /> <p/>`: `<a title="never closed /> <p/>`,
		``:                               ``,
	} {
		assert.Equal(t, want, string(expandEmpty([]byte(in))), in)
	}
}

func FuzzExpandEmpty(f *testing.F) {
	f.Add([]byte(`<a b="c/>"/><!-- <d/> --><e/`))
	f.Fuzz(func(t *testing.T, body []byte) {
		if out := expandEmpty(body); len(out) > 20*len(body) || len(out) < len(body) {
			t.Fatalf("%q becomes %q", body, out)
		}
	})
}
