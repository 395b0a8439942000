package laxxml_test

import (
	"encoding/xml"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/webfetch-mcp/webfetch-go/extract/internal/laxxml"
)

func TestNewDecoder(t *testing.T) {
	d := laxxml.NewDecoder(strings.NewReader(`<?xml version="1.0" encoding="shift_jis"?><a b=1>ä &unknown; & <br></a>`))
	var text strings.Builder
	var elements []string
	for {
		token, err := d.RawToken()
		if err != nil {
			break
		}
		switch token := token.(type) {
		case xml.CharData:
			text.Write(token)
		case xml.StartElement:
			elements = append(elements, token.Name.Local)
			for _, a := range token.Attr {
				elements = append(elements, a.Name.Local+"="+a.Value)
			}
		}
	}
	assert.Equal(t, []string{"a", "b=1", "br"}, elements)
	assert.Equal(t, "ä &unknown; & ", text.String())
}

// What is damaged beyond that ends with an error, not with an endless loop.
func TestDamageEnds(t *testing.T) {
	d := laxxml.NewDecoder(strings.NewReader("<a><b <c>"))
	for range 10 {
		if _, err := d.RawToken(); err != nil {
			require.Error(t, err)
			return
		}
	}
	t.Fatal("no end")
}

func TestRoot(t *testing.T) {
	for _, tt := range []struct{ in, want string }{
		{"<?xml version='1.0'?><!DOCTYPE a [<!ENTITY b 'c'>]><!-- <d> --><w:Document a=1><p>", "document"},
		{"text <a/>", "a"},
		{"<!-- <a>", ""},
		{"", ""},
	} {
		assert.Equal(t, tt.want, laxxml.Root(strings.NewReader(tt.in)), tt.in)
	}
}
