package jsonstream_test

import (
	"encoding/json"
	"io"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/webfetch-mcp/webfetch-go/extract/internal/jsonstream"
)

// read returns the members of an object, with those of arrays below "list".
func read(body string) (found []string, isObject bool, err error) {
	d := json.NewDecoder(strings.NewReader(body))
	isObject, err = jsonstream.Members(d, func(key string) error {
		found = append(found, key)
		if key != "list" {
			return jsonstream.Skip(d)
		}
		_, err := jsonstream.Items(d, func() error {
			var s string
			err := d.Decode(&s)
			found = append(found, s)
			return err
		})
		return err
	})
	return found, isObject, err
}

func TestMembers(t *testing.T) {
	found, isObject, err := read(`{"a": {"b": [1, {"c": []}]}, "list": ["x", "y"], "d": null, "list": {"e": 1}, "f": 2}`)
	require.NoError(t, err)
	assert.True(t, isObject)
	assert.Equal(t, []string{"a", "list", "x", "y", "d", "list", "f"}, found)
	for _, body := range []string{"3", "null", `[{"a": 1}]`} {
		found, isObject, err = read(body)
		require.NoError(t, err)
		assert.False(t, isObject)
		assert.Empty(t, found)
	}
	for _, body := range []string{"", "{", `{"a"`, `{"a": [`, `{"list": ["x"`, `[{`} {
		_, _, err = read(body)
		assert.ErrorIs(t, err, io.ErrUnexpectedEOF, body)
	}
	_, _, err = read(`{"a" "b"}`)
	assert.Error(t, err)
}
