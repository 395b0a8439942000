package normalize

import (
	"strings"
	"sync"
)

// confusables has, for each Latin letter, the letters of other scripts that look like it
// in either case: the part of the confusables of UTS 39 that is used for disguise.
const confusables = `
a ΑάαАаӐӑӒӓᎪ, b ΒβϐВЬвьᏴ, c ϲϹСсҪҫᏟ, d ԀԁԺժᎠ, e ΕέεϵЀЁЄЕеѐёєӖӗᎬ, g ԌԍՑցᏀ, h ΗНнҺһՀհᎻ, i ΙίιϊІЇіїӀӏᏆ,
j ͿϳЈјᎫ, k ΚκϰКкҚқᏦ, l Ꮮ, m ΜМмᎷ, n ΝήηПпՈՌոռ, o ΟοσόОоӦӧՕօ, p ΡρРрՔքᏢ, q ԚԛԶզ, r ГЯгяᎡᏒ, s ςЅѕᏕᏚꮪ,
t ΤτТтᎢ, u μυύЦцՍս, v νѴѵᏙꮩ, w ωώШшѠѡԜԝԱաᎳᏔꮃ, x ΧχХхҲҳ, y ΥγЎУуўҮү, z ΖζᏃ
`

// spellings has letters without a decomposition by what they stand for: strokes,
// ligatures, small capitals.
const spellings = `
a ɑᴀ, ae Ææᴁ, b ƅɓʙ, c ᴄ, d ÐðĐđɖɗᴅ, e ɛᴇ, f ƒꜰ, g ɡɢ, h Ħħʜ, i ıɨɩɪ, j ᴊ, k ᴋ, l Łłɫʟ, m ᴍ, n ŋɴ,
o Øøɵᴏ, oe Œœɶ, p ᴘ, q ꞯ, r ʀ, s ʂꜱ, ss ßẞ, t Ŧŧᴛ, th Þþ, u ʋᴜ, v ᴠ, w ᴡ, y ʏ, z ᴢ
`

var confusableTable, spellingTable = parseLetters(confusables), parseLetters(spellings)

// parseLetters reads a list of Latin letters, each with the letters that stand for it.
func parseLetters(list string) func() map[rune]string {
	return sync.OnceValue(func() map[rune]string {
		table := map[rune]string{}
		for entry := range strings.SplitSeq(list, ",") {
			latin, letters, _ := strings.Cut(strings.TrimSpace(entry), " ")
			for _, r := range letters {
				table[r] = latin
			}
		}
		return table
	})
}

// confusable returns the Latin letter that r looks like, 0 for none.
func confusable(r rune) byte {
	if latin := confusableTable()[r]; latin != "" {
		return latin[0]
	}
	return 0
}

// special spells letters that have no decomposition: those of spellings, negative and
// squared letters, regional indicators.
func special(r rune) string {
	const letters = "abcdefghijklmnopqrstuvwxyz"
	switch {
	case r >= 0x1f150 && r <= 0x1f169:
		return letters[r-0x1f150 : r-0x1f150+1]
	case r >= 0x1f170 && r <= 0x1f189:
		return letters[r-0x1f170 : r-0x1f170+1]
	case r >= 0x1f1e6 && r <= 0x1f1ff:
		return letters[r-0x1f1e6 : r-0x1f1e6+1]
	case r < 0xc6 || r > 0x2c7f && r < 0xa730 || r > 0xa7ff:
		return ""
	}
	return spellingTable()[r]
}
