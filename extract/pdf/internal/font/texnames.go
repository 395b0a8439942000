package font

import (
	"strings"
	"sync"
)

// texSigns are the glyph names of TeX's mathematical fonts (Computer Modern, AMS,
// Euler) that the Adobe Glyph List does not have. A slash parts a name from its text.
const texSigns = `angbracketleft/⟨ angbracketright/⟩ approxorequal/≊ arrowbothv/↕ arrowdblbothv/⇕ arrowhookleft/↩ arrowhookright/↪
arrowleftbothalf/↽ arrowlefttophalf/↼ arrowrightbothalf/⇁ arrowrighttophalf/⇀ arrownortheast/↗ arrownorthwest/↖ arrowsoutheast/↘ arrowsouthwest/↙
arrowparrleftright/⇆ arrowparrrightleft/⇄ arrowtailleft/↢ arrowtailright/↣ arrowtripleleft/⇚ arrowtripleright/⇛ arrowvertexdbl/‖ bardbl/‖ barshort/∣
beth/ℶ gimel/ℷ daleth/ℸ between/≬ ceilingleft/⌈ ceilingright/⌉ floorleft/⌊ floorright/⌋ check/✓ circleR/® circleS/Ⓢ circleasterisk/⊛ circlecopyrt/○
circledivide/⊘ circledot/⊙ circleequal/≗ circleminus/⊖ circlering/⊚ complement/∁ coproduct/∐ curlyleft/↫ curlyright/↬ dblarrowup/⇈ dblarrowdwn/⇊ dblarrowleft/⇇ dblarrowright/⇉
dblarrowheadleft/↞ dblarrowheadright/↠ defines/≜ diamondmath/⋄ diamondsolid/⧫ difference/≏ dividemultiply/⋇ dotplus/∔ downslope/╲ upslope/╱ epsilon1/ϵ epsiloninv/϶
equaldotleftright/≒ equaldotrightleft/≓ equalorfollows/⋟ equalorprecedes/⋞ equalorgreater/⪖ equalorless/⪕ equalorsimilar/≂ equalsdots/≑ equivasymptotic/≍ flat/♭ natural/♮ sharp/♯
follows/≻ followsequal/⪰ followsorcurly/≽ followsorequal/≿ precedes/≺ precedesequal/⪯ precedesorcurly/≼ precedesorequal/≾ forces/⊩ forcesbar/⊪ fork/⋔ frown/⌢ smile/⌣
geomequivalent/≎ greaterdblequal/≧ greaterdot/⋗ greaterlessequal/⋛ greaterdbleqlless/⪌ greatermuch/≫ muchgreater/⋙ greaternotequal/⪈ greaterornotequal/⪈ greaterorapproxeql/⪆ greaterorequalslant/⩾ greaterorless/≷ greaterorsimilar/≳
harpoondownleft/⇃ harpoondownright/⇂ harpoonleftright/⇋ harpoonrightleft/⇌ harpoonupleft/↿ harpoonupright/↾ hatwide/ˆ hatwider/ˆ hatwidest/ˆ tildewide/˜ tildewider/˜ tildewidest/˜
Ifractur/ℑ Rfractur/ℜ integral/∫ contintegral/∮ intercal/⊺ intersectiondbl/⋒ uniondbl/⋓ intersectionsq/⊓ unionsq/⊔ unionmulti/⊎ latticetop/⊤
lessdblequal/≦ lessdot/⋖ lessequalgreater/⋚ lessdbleqlgreater/⪋ lessmuch/≪ muchless/⋘ lessnotequal/⪇ lessornotequal/⪇ lessorapproxeql/⪅ lessorequalslant/⩽ lessorgreater/≶ lessorsimilar/≲
lscript/ℓ maltesecross/✠ mapsto/↦ negationslash/̸ measuredangle/∡ sphericalangle/∢ multicloseleft/⋉ multicloseright/⋊ multiopenleft/⋋ multiopenright/⋌ multimap/⊸ nand/⊼
notarrowboth/↮ notarrowleft/↚ notarrowright/↛ notdblarrowboth/⇎ notdblarrowleft/⇍ notdblarrowright/⇏ notbar/∤ notparallel/∦ notexistential/∄ notfollows/⊁ notprecedes/⊀ notgreater/≯ notless/≮
notgreaterequal/≱ notlessequal/≰ notsimilar/≁ notapproxequal/≆ notsubseteql/⊈ notsuperseteql/⊉ notturnstile/⊬ notforces/⊮ notsatisfies/⊭ nottriangleleft/⋪ nottriangleright/⋫ nottriangeqlleft/⋬ nottriangeqlright/⋭
orunderscore/⊻ owner/∋ parallelshort/∥ perpcorrespond/⩞ phi1/ϕ pi1/ϖ planckover2pi/ℏ planckover2pi1/ℏ prime/′ primereverse/‵ rho1/ϱ sigma1/ς theta1/ϑ
revasymptequal/⋍ revsimilar/∽ ringinequal/≖ satisfies/⊨ shiftleft/↰ shiftright/↱ similarequal/≃ square/□ squaredot/⊡ squareminus/⊟ squaremultiply/⊠ squareplus/⊞ squareimage/⊏ squareoriginal/⊐ squaresolid/■ squaresmallsolid/▪
squiggleleftright/↭ squiggleright/⇝ star/⋆ subsetdbl/⋐ supersetdbl/⋑ subsetdblequal/⫅ supersetdblequal/⫆ subsetnoteql/⊊ supersetnoteql/⊋ subsetornoteql/⊊ supersetornoteql/⊋ subsetsqequal/⊑ supersetsqequal/⊒
triangle/△ triangleinv/▽ trianglesolid/▲ triangledownsld/▼ triangleleft/◁ triangleright/▷ triangleleftsld/◀ trianglerightsld/▶ triangleleftequal/⊴ trianglerightequal/⊵ turnstileleft/⊢ turnstileright/⊣
vector/⃗ wreathproduct/≀ Digamma/Ϝ Finv/Ⅎ Omegainv/℧ reflexsubset/⊆ reflexsuperset/⊇ arrowtp/↑ arrowbt/↓ arrowvertex/│ arrowdbltp/⇑ arrowdblbt/⇓
parenlefttp/⎛ parenleftex/⎜ parenleftbt/⎝ parenrighttp/⎞ parenrightex/⎟ parenrightbt/⎠ bracketlefttp/⎡ bracketleftex/⎢ bracketleftbt/⎣ bracketrighttp/⎤ bracketrightex/⎥ bracketrightbt/⎦
bracelefttp/⎧ braceleftmid/⎨ braceleftbt/⎩ bracerighttp/⎫ bracerightmid/⎬ bracerightbt/⎭ braceex/⎪ vextendsingle/∣ vextenddouble/∥ radicaltp/⎷ radicalvertex/⎷ radicalbt/⎷
bracehtipdownleft/⏞ bracehtipdownright/⏞ bracehtipupleft/⏟ bracehtipupright/⏟`

var texNames = sync.OnceValue(func() map[string]string {
	names := map[string]string{}
	for pair := range strings.FieldsSeq(texSigns) {
		name, text, _ := strings.Cut(pair, "/")
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
