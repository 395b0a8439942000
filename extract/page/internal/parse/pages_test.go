package parse_test

import "strings"

// program is the source of a script.
var program = strings.Repeat("f(1)<g(2);", 500)

// pages are markup that is hard to read.
var pages = []string{
	"", "<", "</", "<!", "<?", "<!-", "<!--", "<!--->x", "<!-->x", "<!---->x", "<!--a--!>b", "<!--a--!-->b", "<!--a>b-->c", "<!doctype html><p>",
	"<!DOCTYPE", "<![CDATA[x>y]]>", "<svg><![CDATA[x>y]]></svg>", "<svg><![CDATA[x]]></svg>", "</>", "</ p>x", "<?php a > b ?>", "<3 a=b>", "a<b c<d>",
	"<p a='>' b=\">\" c=>x", "<p a=b/>", "<p/>", "<p / a>", "<p a/b>", "<a><a x=1>", "<b x=1><b x=1><b x=1><b x=1><p></b></b></b>y",
	"<title>a<b>c</title>", "<title>a</titl></title x=1>y", "<textarea>\n<p></textarea>", "<xmp><b></xmp>", "<iframe><b></iframe>", "<noembed><b></noembed>",
	"<noframes><b></noframes>", "<noscript><b x=1></noscript>", "<plaintext></plaintext><p x=1>", "<style>a>b</style>", "<style><!--</style>-->",
	"<script><!--<script></script>x--></script>y", "<script><!--</script>-->", "<script><!--<script>--></script>y", "<script><!--<scriptx></script>y",
	"<script><!--<a><script></script>y", "<script><!-- <9 <script></script>y</script>z", "<script><!---<script ></script/></script>y", "<script></script\t>y",
	"<svg><title><b x=1>y</b></title><script>a<b</script></svg>", "<svg><style>a<b x=1>c</style></svg>", "<svg><p x=1>y</svg><script>z</script>",
	"<svg><svg></svg><title><p></title></svg>", "<math><mi><p x=1></math><title><b></title>", "<math></svg><title><p></title></math>",
	"<svg><desc></svg><title><b></title>", "<svg></svg><title><b></title>", "<svg x=1/><title><b></title>", "<svg x=1 x=/><title><b></title>",
	"<svg><foreignObject><svg></foreignObject></svg><style><b></style>", "<math><annotation-xml encoding=text/html><title><b></title></math>",
	"<svg><font color=red><title><b></title></svg>", "<svg><template><title><b></title></svg>", "<table><svg><tr><td></svg><title><b></title>",
	"<select><title><b></title><option x=1></select>", "<frameset><noscript><p x=1></noscript>", "<template><col><noscript><p x=1></noscript>",
	"<p x=1\x00y=2>", "<p x='one two three' x=2>", "<p X=2 x='one two three'>", "<p x='&#97; b c d e' y=2>", "<svg x='one two three'>", "<p \x00=1 x=2>", "<p x\x00=1>", "<p x='\x00'>", "<\x00p x=1>", "<p\x00 x=1>", "\x00", "<p x=1\r\ny=2\r>", "<!--\x00-->",
	"<p\fx=1\fhidden>", "<p x\v=1 id=a>", "<p x=1 X=2 id=a ID=b>", "<p style='a' x=\"'\" class=\"b\">", "<p x=\"1\"/id=a>", "<p id=a/ x>", "<p x=`a b` id=c>",
	"<script type=text/x type=application/json>" + program + "</script>", "<html x=1 lang=a><body y=1 class=b><html lang=c id=d><body id=e>",
	"<svg><path d=1/><g><use/><path></path></g><path></svg><path/>", "<svg><p><path/></svg>", "<select><svg><path/></svg></select>", "<svg><desc><svg><path/>",
	"<head><link rel=icon><meta name=x><link rel=canonical href=a></head><link rel=icon><p><link rel=icon>", "<link rel=icon><html lang=a>", "<meta><!doctype html><p><table>",
	"<head><script src=a></script><script>$</script><script src=b x='one two three'></script><noscript><script></script><link></noscript><script></script></head><script></script><p><script></script>",
	"<script></script><html lang=a>", "<head><script/></script><script></script ><script></scriptx></script>",
	"<head><noscript><link rel=icon></noscript></html><link rel=icon>", "a<!-- b -->c<!-- d --><i>e</i><!-- f --> g<!-- three short words --><!-- h -->i", "<table> <!-- a --> b<tr><!-- c -->d", "<<!-->A", "&l<!-->t;", "&#<!-->9<!---->8;x<!-->", "</<!-->a",
	"<p>a</p><svg><text><<path/>!-- </text></svg><p>b<p>c", "<p>a<svg><<path/>b>x</svg>", "<svg>< <path/>b>x</svg>", "<svg><text>&l<path/>t;</text></svg>", "<svg><text>a><path/>b</text></svg>",
	"<p>a</p><svg><desc></x><p></svg></p></desc><script>$</script>", "<math><mi></x><p></math></p></mi><style>a&lt;b<p title=hello>@</p></style>", "<svg><desc></DESC><path/></svg><script>$</script>",
	"<p>a</p><text><svg></text><path hidden/>b c d", "<path><svg><g></path></g><path/></svg>", "<p data-É='say three words' data-é='one two three' x=@>y", "<p>a<tr><i>b</i> </tr>c", "<p>a<tbody> <i>b</i> </tbody>c",
	"<p x=1 " + strings.Repeat("y=1 ", 31) + "x='one two three'>", "<pre><!--x-->\n\na</pre>", "<listing><!--x-->\na</listing>", "<pre>a<!--x-->\nb</pre>", "<html><link><!-- a b c --><p>", "<html><meta><!-- a b c d -->",
	"</head><noscript><meta name=x></noscript>x", "<head></head><noscript><link rel=icon><p></noscript>",
	"<img srcset='a 1x, b 2x' sizes=1 src=c width=1 height=20>", "<input type=hidden x=1><frameset>", "<image x=1 src=a>",
}

// hostile are pages made to keep a reader busy: what they begin with, and what they
// go on with.
var hostile = map[string][2]string{
	"open tags":          {"", "<"},
	"letters":            {"", "<a"},
	"declarations":       {"", "<!"},
	"instructions":       {"", "<?"},
	"end tags":           {"", "</"},
	"comments":           {"", "<!--"},
	"in a comment":       {"<!--", ">"},
	"dashes":             {"<!--", "->"},
	"quotes":             {"", `<p x="`},
	"attributes":         {"<p ", "x=1 "},
	"odd attributes":     {"<p ", "/x=1 "},
	"spaces":             {"<p", " "},
	"equals":             {"<p ", "="},
	"scripts":            {"", "<script>"},
	"script ends":        {"<script>", "</script"},
	"escaped":            {"<script>", "<!--"},
	"escaped scripts":    {"<script><!--", "<script>"},
	"escaped breaks":     {"<script>", "<!--<9"},
	"titles":             {"<title>", "</titl"},
	"svg":                {"", "<svg>"},
	"svg titles":         {"", "<svg><title>"},
	"cdata":              {"<svg>", "<![CDATA["},
	"sheets":             {"", "<style></style>"},
	"open sheets":        {"", "<style"},
	"sheet letters":      {"", "y"},
	"brackets":           {"<style>", "["},
	"sought in the head": {"<meta type=1><style>" + strings.Repeat("(", 1<<20), "[type]"},
	"backslashes":        {"<style>", `\[`},
	"many backslashes":   {"<style>" + strings.Repeat(`\`, 1<<20), "["},
	"programs":           {"", "<script>" + program + "</script>"},
	"references":         {`<p title="`, "&amp;"},
	"open references":    {`<p title="`, "&"},
	"many attributes":    {"", "<p a=b c=d e=f>"},
}
