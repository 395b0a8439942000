package font

import (
	_ "embed"
	"strings"
	"sync"
)

// texSigns are the glyph names of TeX's mathematical fonts (Computer Modern, AMS, Euler) that the Adobe
// Glyph List does not have, each with its text.
//
//go:embed texnames.txt
var texSigns string

var texNames = sync.OnceValue(func() map[string]string {
	names := map[string]string{}
	for line := range strings.Lines(texSigns) {
		name, text, _ := strings.Cut(strings.TrimSpace(line), " ")
		names[name] = text
	}
	return names
})

// texText returns the text of a glyph of TeX's fonts, "" for an unknown name. Large
// forms have the name of the sign and a size behind it.
func texText(name string) string {
	if text, ok := texNames()[name]; ok {
		return text
	}
	base, _ := hangingSize(name)
	if text, ok := texNames()[base]; ok {
		return text
	}
	return glyphNames()[base]
}

// hangingSize returns the sign that a name of the font of large signs is of, and how
// deep below its base line that hangs, in ems (The TeXbook, appendix F). base is ""
// for any other name.
func hangingSize(name string) (base string, depth float32) {
	for _, s := range [...]struct {
		suffix string
		depth  float32
	}{{"Bigg", 2.96}, {"bigg", 2.36}, {"Big", 1.76}, {"big", 1.16}, {"integraldisplay", 2.22}, {"integraltext", 1.11}, {"display", 1.4}, {"text", 1}} {
		if base, found := strings.CutSuffix(name, s.suffix); found {
			if strings.HasPrefix(s.suffix, "integral") {
				base += "integral"
			}
			return base, s.depth
		}
	}
	return "", 0
}

// hanging returns how deep below its base line a glyph of TeX's font of large signs
// hangs, in ems, 0 for one that stands on its base line.
func hanging(name string) float32 {
	if base, depth := hangingSize(name); base != "" && texText(name) != "" {
		return depth
	}
	switch name {
	case "braceex":
		return 0.3
	case "parenleftex", "parenrightex", "bracketleftex", "bracketrightex", "vextendsingle", "vextenddouble", "radicaltp", "radicalvertex", "arrowvertex":
		return 0.6
	case "bracelefttp", "braceleftbt", "bracerighttp", "bracerightbt":
		return 0.9
	case "radical":
		return 0.96
	case "parenlefttp", "parenleftbt", "parenrighttp", "parenrightbt", "bracketlefttp", "bracketleftbt", "bracketrighttp", "bracketrightbt",
		"braceleftmid", "bracerightmid", "radicalbt":
		return 1.78
	}
	return 0
}
