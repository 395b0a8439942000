package htmlmd_test

import (
	"testing"
)

// TestInterfaceImages have no text, and a class or a file that says what they are.
func TestInterfaceImages(t *testing.T) {
	const lamp = "![](https://example.org/lamp.jpg)"
	testWritten(t, []written{
		{name: "stars", html: "<p>4 of 5 <img src=/img/starRed.svg><img src=/a/66_Property%201%3Dstar_m.svg>", want: "4 of 5"},
		{name: "other files", html: "<p>a <img src=/assets/dummy.png> <img src=/arrow-right%20white.svg><img src=/newlogo.svg?v=2><img src=/loading.gif><img src=/x-spinner.webp>", want: "a"},
		{name: "folders", html: "<p>a <img src=/Icons/reports.svg> <img src=https://forum.example/user_avatar/kim/48/66_2.png>", want: "a"},
		{name: "classes", html: `<p>a <img class="i-icon big" src=/1.jpg> <img class=userAvatar src=/2.jpg> <img class=site-logo src=/3.jpg>`, want: "a"},
		{name: "with a text", html: `<p><img src=/star.svg alt="4 of 5"> <img src=/icons/a.svg title="Fast">`, want: "![4 of 5](https://example.org/star.svg) ![](https://example.org/icons/a.svg \"Fast\")"},
		{name: "all of a cell", html: "<table><tr><th>a<th>b<tr><td><img src=/3star.png><td>c <img src=/star.png></table>", want: "| a | b |\n| --- | --- |\n| ![](https://example.org/3star.png) | c |"},
		{name: "photographs", html: "<p><img src=/movie-star.jpg><img src=/starfish.png><img class=lazy-loading src=/lamp.jpg>", want: "![](https://example.org/movie-star.jpg)![](https://example.org/starfish.png)" + lamp},
		{name: "a file name for a text", html: "<p><img src=/lamp.jpg alt='highres_lamp_klein.JPG'> <img src=/star.png alt=star.png>", want: lamp},
	})
}

// TestImagesInARow that are the same are written once on a page.
func TestImagesInARow(t *testing.T) {
	const lamp = "![Lamp](https://example.org/a.jpg)"
	testPages(t, []written{
		{name: "same address", html: "<img src=/a.jpg alt=Lamp><div><img src=/a.jpg alt=Lamp></div><p>b", want: lamp + "\n\nb"},
		{name: "text between", html: "<p><img src=/a.jpg alt=Lamp> b <img src=/a.jpg alt=Lamp>", want: lamp + " b " + lamp},
		{name: "other view on a card", html: "<a href=/p><span><img src=/a.jpg alt=Lamp></span><span><img src=/b.jpg alt=Lamp></span></a>", want: "[" + lamp + "](https://example.org/p)"},
		{name: "other view elsewhere", html: "<div><img src=/a.jpg alt=Lamp></div><div><img src=/b.jpg alt=Lamp></div>", want: lamp + "\n\n![Lamp](https://example.org/b.jpg)"},
		{name: "other link", html: "<p><a href=/p><img src=/a.jpg alt=Lamp></a> <a href=/q><img src=/a.jpg alt=Lamp></a>", want: "[" + lamp + "](https://example.org/p) [" + lamp + "](https://example.org/q)"},
		{name: "stands in for another", html: "<div><img src=data:image/gif;base64,R0 alt='image unavailable'><img src=/a.jpg alt=Lamp></div>", want: lamp},
		{name: "cells", html: "<table><tr><th>a<th>b<tr><td><img src=/tick.svg alt=yes><td><img src=/tick.svg alt=yes></table>", want: "| a | b |\n| --- | --- |\n| ![yes](https://example.org/tick.svg) | ![yes](https://example.org/tick.svg) |"},
		{name: "text after a note", html: "<p><img src=data:image/gif;base64,R0 alt=Chart> b <img src=/a.jpg alt=Lamp>", want: "[image: Chart] b " + lamp},
	})
	testWritten(t, []written{{name: "in a fragment", html: "<img src=/a.jpg alt=Lamp><img src=/a.jpg alt=Lamp>", want: lamp + lamp}})
}

// TestImagesAlone are headings as they stand.
func TestImagesAlone(t *testing.T) {
	const lamp = "![Lamp](https://example.org/a.jpg)"
	testPages(t, []written{
		{name: "heading", html: "<h3><img src=/a.jpg alt=Lamp></h3><p>b", want: "### " + lamp + "\n\nb"},
		{name: "emphasis around nothing else", html: "<p><b><img src=/a.jpg alt=Lamp></b><p><a href=/b><i><b> <img src=/a.jpg alt=Lamp> </b></i></a><p>d <strong><a href=/b><img src=/a.jpg alt=Lamp></a><br><img src=/e></strong> f<p><em>g <img src=/a.jpg alt=Lamp></em>",
			want: lamp + "\n\n[" + lamp + "](https://example.org/b)\n\nd [" + lamp + "](https://example.org/b)\\\n![](https://example.org/e) f\n\n*g " + lamp + "*"},
		{name: "heading with text", html: "<h2><img src=/a.jpg alt=Lamp> Lamps</h2>", want: "## " + lamp + " Lamps"},
	})
	testWritten(t, []written{{name: "in a fragment", html: "<h3><b><img src=/a.jpg alt=Lamp></b></h3>", want: "### **" + lamp + "**"}})
}

func TestAvatars(t *testing.T) {
	testPages(t, []written{
		{name: "the film", html: `<p><img src=/a.png alt="A poster of Avatar"><img src=/b.png alt="Avatars of the gods">`, want: "![A poster of Avatar](https://example.org/a.png)![Avatars of the gods](https://example.org/b.png)"},
	})
}
