package data

import (
	"encoding/xml"
	"strings"

	"github.com/webfetch-mcp/webfetch-go/extract/internal/mdwriter"
)

// svg reads the texts of a drawing: title, descriptions and labels.
func (x *xmlReader) svg() error {
	var label strings.Builder
	hidden := 0
	field := ""
	for {
		token, err := x.next()
		if err != nil {
			return err
		}
		switch token := token.(type) {
		case xml.StartElement:
			switch name := token.Name.Local; name {
			case "title", "desc", "text":
				field = name
				label.Reset()
			case "tspan":
				if attr(token, "x")+attr(token, "y")+attr(token, "dy") != "" {
					label.WriteByte(' ') // it stands apart
				}
			case "script", "style", "metadata":
				hidden++
			}
		case xml.CharData:
			if field != "" && hidden == 0 {
				label.Write(token)
			}
		case xml.EndElement:
			switch name := token.Name.Local; {
			case name == "script" || name == "style" || name == "metadata":
				hidden = max(0, hidden-1)
			case name == field:
				x.svgText(field, mdwriter.Fold(label.String()))
				field = ""
			}
		}
	}
}

func (x *xmlReader) svgText(field, text string) {
	switch {
	case text == "":
	case field == "title" && x.meta.Title == "":
		x.meta.Title = text
		x.w.Heading(1, mdwriter.Inline(text), text)
	default:
		x.w.Text(text)
	}
}
