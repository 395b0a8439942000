package main

import (
	"testing"

	"github.com/stretchr/testify/assert"
)

func TestKnowledge(t *testing.T) {
	in := `{"op":"config","retrieval_type":"keyword","k":100,"custom_metadata":[{"field_name":"tag","data_type":"text"}]}` + "\n" +
		`{"op":"doc","id":"d1","title":"Ships","text":"Boats float on water."}` + "\n" +
		`{"op":"doc","id":2,"key":"p/c1/a.md","text":"alpha","timestamp":1735689600000,"meta":{"tag":"docs"}}` + "\n" +
		`{"op":"doc","id":"d3","key":"p/c2/a.md","text":"alpha","meta":{"TAG":"draft"}}` + "\n" +
		`{"op":"query","id":"q:1","text":"which boat floats?"}` + "\n" +
		`{"op":"query","id":"q:2","text":"alpha","prefix":"p/","filters":{"tag":"docs"}}` + "\n" +
		`{"op":"query","id":"q:3","text":"alpha","prefix":"p/c2/"}` + "\n" +
		`{"op":"query","id":"q:4","text":"alpha","prefix":"p/","filters":{"colour":"red"}}` + "\n" +
		`{"op":"query","id":"q:5","text":"zeppelin"}` + "\n" +
		`{"op":"sing","id":"x"}` + "\n"
	answers := lines(t, in, "knowledge")
	assert.Equal(t, []any{"d1"}, answers[4]["ids"])
	assert.Equal(t, []any{2.0}, answers[5]["ids"])
	assert.Equal(t, []any{"d3"}, answers[6]["ids"])
	assert.Contains(t, answers[7]["error"], "colour")
	assert.Equal(t, []any{}, answers[8]["ids"])
	for i, id := range []any{"config", "d1", 2.0, "d3", "q:1", "q:2", "q:3", "q:4", "q:5", "x"} {
		assert.Equal(t, id, answers[i]["id"])
	}
	assert.NotEmpty(t, lines(t, `{"op":"query","id":"q","text":"x"}`+"\n", "knowledge")[0]["error"])
}
