package data

import (
	"testing"

	"github.com/stretchr/testify/assert"
)

// TestCalls are JSON as a script: the argument of a function.
func TestCalls(t *testing.T) {
	for in, want := range map[string]string{
		`callback({"a":1});`: `{"a":1}`, `/**/ cb( [1] )`: "[1]", `$.x["y"](null)`: "null", "cb({\n\"a\": 1\n}) ;\n": "{\n\"a\": 1\n}",
		`f("a(b)")`: `"a(b)"`, `f({a:1})`: `f({a:1})`, `f({"a":1}`: `f({"a":1}`, `({"a":1})`: `({"a":1})`, `f g({"a":1})`: `f g({"a":1})`,
		`f({"a":1}); g()`: `f({"a":1}); g()`, "f()": "f()", "": "", "(": "(", `{"a":"b(1)"}`: `{"a":"b(1)"}`,
	} {
		assert.Equal(t, want, stripJSONGuard(in), in)
	}
}
