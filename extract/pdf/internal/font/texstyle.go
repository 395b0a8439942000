package font

import "strings"

// texStyle tells the style of the fonts that TeX uses by their names in lower case, which
// have no word for it: Computer Modern ("cmssbx10") and its form of type 1 for the
// encodings of LaTeX, CM-Super ("sfbx1000").
func texStyle(name string) (bold, italic, mono bool) {
	if at := strings.IndexByte(name, '+'); at >= 0 {
		name = name[at+1:]
	}
	family := strings.TrimRight(name, "0123456789")
	if family == name {
		return false, false, false
	}
	switch family {
	case "sfbx", "sfrb", "sfsx", "sfxc", "sfssdc", "cmssbx", "cmssdc":
		return true, false, false
	case "sfbi", "sfbl", "sfso":
		return true, true, false
	case "sfti", "sfsl", "sfsi", "sfci", "cmsl", "cmssi", "cmssqi":
		return false, true, false
	case "sftt", "sftc", "sfvt", "cmtcsc", "cmvtt":
		return false, false, true
	case "sfst", "sfit", "sfvi", "cmsltt", "cmitt":
		return false, true, true
	}
	return false, false, false
}
