package office

import (
	"strconv"
)

// odfSlide is the slide of an OpenDocument presentation that is being read
// (OpenDocument 1.3, part 3, 10.2.4).
type odfSlide struct {
	number int  // from 1, those that are hidden included
	headed bool // its heading is written
	title  bool // the frame holds the title
	notes  bool // of the speaker
}

// slideFiller reports whether all slides have frames of a class.
func slideFiller(class string) bool {
	return class == "footer" || class == "header" || class == "date-time" || class == "page-number"
}

func (o *odfReader) startSlide() {
	o.r.flushList()
	o.slide = odfSlide{number: o.slide.number + 1}
	o.r.meta.PageCount = o.slide.number
}

// headSlide writes the heading of the slide before its first text, with its title
// in Markdown and as text or, for "", its number alone.
func (o *odfReader) headSlide(title, text string) {
	if o.slide.number == 0 || o.slide.headed {
		return
	}
	o.slide.headed = true
	number := "Slide " + strconv.Itoa(o.slide.number)
	if title != "" {
		number += ": "
		if o.r.meta.Title == "" {
			o.r.meta.Title = text
		}
	}
	o.r.flushList()
	o.r.w.Heading(2, number+title, number+text)
}

// slideParagraph ends a paragraph of a slide: its title, a point of a list, or
// text; notes of the speaker say what they are.
func (o *odfReader) slideParagraph() {
	if o.slide.title && !o.slide.headed {
		o.headSlide(o.takeHeading(), o.taken)
		return
	}
	o.headSlide("", "")
	switch {
	case o.slide.notes:
		md := o.take()
		o.r.flushList()
		o.r.w.Paragraph("Notes: " + md)
	case len(o.lists.open) > 0:
		o.item(o.take())
	default:
		md := o.take()
		o.r.flushList()
		o.r.w.Paragraph(md)
	}
}
