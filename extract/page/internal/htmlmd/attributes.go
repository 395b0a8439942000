package htmlmd

// ReadAttributes are the attributes that this package asks for by name, apart by
// spaces: the parser must not leave them out.
const ReadAttributes = "align alt alttext aria-expanded aria-hidden aria-label aria-level autoplay checked class close colspan controls data data-actualsrc " +
	"data-code-language data-echo data-enlighter-language data-expr data-footnote-backref data-footnote-ref data-footnotes data-full-src " +
	"data-hi-res-src data-img-src data-lang data-language data-latex data-lazy data-lazy-src data-lazy-srcset data-line data-line-number data-lineno data-ln data-math data-mathml data-original data-original-src " +
	"data-prismjs-language data-src data-srcset data-tex data-url display encoding epub:type height href id itemtype label lang linethickness loop muted name open reversed " +
	"role rowspan separators shadowrootmode slot span src srcset start style title type unselectable value width xlink:href xlink:role xlink:title xlink:type"
