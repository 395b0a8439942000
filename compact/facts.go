package compact

import (
	"strings"

	"github.com/webfetch-mcp/webfetch-go/chunk"
)

// facts is the set of kinds of facts a unit holds.
type facts uint32

const (
	hasNumber facts = 1 << iota
	hasDate
	hasName
	hasDefinition
	hasStep
	hasReason
	hasQuote
	hasMoment // a date, or a weekday, a month or a time of day
	// What numbers measure.
	hasMass
	hasLength
	hasTime
	hasMoney
	hasHeat
	hasSpeed
	hasPressure
	hasSound
	hasPower
	hasShare
	hasData
	hasVolume
	hasArea
	hasVersion // of software: 1.15, v2, 0.10.1.0
)

// measures are the kinds of facts that are a number with a unit.
const measures = hasMass | hasLength | hasTime | hasMoney | hasHeat | hasSpeed | hasPressure | hasSound | hasPower | hasShare | hasData | hasVolume | hasArea | hasVersion

// findFacts returns what kinds of facts are in a text.
func findFacts(text string, kind chunk.UnitKind) facts {
	var f facts
	mentions(text, func(k facts, _, _ int) { f |= k })
	f |= wordFacts(text)
	if f&hasDate != 0 || hasClockTime(text) {
		f |= hasMoment
	}
	if kind == chunk.ItemUnit && text[0] >= '0' && text[0] <= '9' {
		f |= hasStep
	}
	if defines(text) {
		f |= hasDefinition
	}
	if explains(text) {
		f |= hasReason
	}
	if strings.ContainsAny(text, "\"“”„«»「」『』") || strings.HasPrefix(text, ">") {
		f |= hasQuote
	}
	return f
}
