package parse_test

import (
	"testing"

	"github.com/stretchr/testify/assert"
)

func TestWhiteSpace(t *testing.T) {
	for page, want := range map[string]string{
		"<!doctype html>\n<html>\n<head>\n<title>a </title>\n<meta name=author>\n</head>\n<body>\n<div>": "<!doctype html><html><head><title>a </title><meta name=author></head>\n<body>\n<div>",
		"<div>\n\t<div> \r\n <p>a</p> </div>\n</div>\n<p>":                                               "<div><div><p>a</p></div></div><p>",
		"<ul> <li>a</li> <li>b</li> </ul>":                                                               "<ul><li>a</li><li>b</li></ul>",
		"<ul> <li>a<li> <b>b</b> </ul> ":                                                                 "<ul><li>a<li><b>b</b></ul> ",
		"<table> <tbody> <tr> <td>a</td> <td> <p>b</p> </td> </tr> </table>":                             "<table><tbody><tr><td>a</td><td><p>b</p></td></tr></table>",
		"<div> <!-- a b c --> <div>b</div> <!-- c d e --> <div>":                                         "<div> <!-- a b c --><div>b</div><!-- c d e --><div>",
		"<h1> <a>b</a> </h1> <hr> <h2>":                                                                  "<h1><a>b</a></h1><hr><h2>",
		"<DIV> <P>a</P> </DIV>":                                                                          "<DIV><P>a</P></DIV>",
		// Between words and beside them.
		"<div>a <b>b</b> <i>c</i> </div>":   "<div>a <b>b</b> <i>c</i></div>",
		"<div>a</div> <span>b</span> <div>": "",
		"<div>a</div> b":                    "",
		"<a>b</a> <div>":                    "",
		"<p>a <p>b":                         "",
		"<div>\u00a0<div>":                  "",
		"<span> <div>":                      "",
		"<form> <div>":                      "",
		"<div> <form>":                      "",
		"<div> <select> <option>a</option>": "",
		// Where it is shown, or may be a line of code.
		"<pre> <p> </p> <div> </div> </pre> <div>": "<pre> <p> </p> <div> </div> </pre><div>",
		"<pre> <table> <td> </pre> <div> <div>":    "",
		"<listing> <div> <div> </listing> <div>":   "",
		"<textarea> <div> <div> </textarea>":       "",
		"<table><td> <span>a</span> </td> <td>":    "<table><td> <span>a</span> </td><td>",
		"<svg> <g> <title> </title> </g> </svg>":   "<svg><g><title> </title></g></svg>",
		"<svg><desc> <div> <div> </div> </div>":    "",
		// Where an element would be empty without.
		"<div> </div>":           "",
		"<p> <div>":              "",
		"<li> <li>":              "",
		"<dt> <dd>":              "",
		"<h1> <h2>":              "",
		"<table> <div>":          "",
		"<table><tr> <tr>":       "",
		"<table><td> <td>":       "",
		"<div> <td>":             "",
		"<div> <!-- a b c --> b": "",
		// Where a formatting element may be opened again.
		"<b><div> <div>":                                     "",
		"<p><b>a<p>b</b> <p>c</p> <p>":                       "<p><b>a<p>b</b> <p>c</p><p>",
		"<p><b>a<p>b <div> <p>":                              "",
		"<p><b><i>a</b></i> <p>c</p> <p>":                    "<p><b><i>a</b></i> <p>c</p><p>",
		"<b><table><td></b></table> <div>a</div> <div>":      "",
		"<a>b<a>c</a><div>d</div> <div>":                     "<a>b<a>c</a><div>d</div><div>",
		"<b><div></b></div> <div>a</div> <div>":              "",
		"<svg><a></svg></a><div>a</div> <div>":               "",
		"<b><template></b></template></b><div>a</div> <div>": "",
		// Where the builder may make nothing of a tag.
		"<div>a</p> b</div></div> <div>": "<div>a</p> b</div></div> <div>",
		"<tr>a</tr> <td>b":               "",
		"a</div> </div>b":                "",
		// Where style sheets tell.
		"<style>p:empty+b{}</style><div> <div>": "",
		"<style>p:EmPtY+b{}</style><div> <div>": "",
	} {
		if want == "" {
			want = page
		}
		assert.Equal(t, want, prefiltered(page), page)
	}
}
