package extract

// VerdictKind classifies a page as a reader would.
type VerdictKind string

// The verdicts.
const (
	VerdictContent    VerdictKind = "content"     // what was asked for is here
	VerdictJSShell    VerdictKind = "js_shell"    // scripts would have to run first
	VerdictBotWall    VerdictKind = "bot_wall"    // a challenge or block page
	VerdictPaywall    VerdictKind = "paywall"     // only a part is free to read
	VerdictLogin      VerdictKind = "login"       // asks to sign in
	VerdictSoft404    VerdictKind = "soft_404"    // says "not found" with status 200
	VerdictConsent    VerdictKind = "consent"     // asks for consent before content
	VerdictScannedPDF VerdictKind = "scanned_pdf" // pictures of text
	VerdictEmpty      VerdictKind = "empty"       // nothing to read
)

// NextTarget is the Next of a page that does nothing but lead to another address, which its evidence and a warning name.
const NextTarget = "Fetch the address that the page leads to: the evidence and the details name it."

// NextRender is the Next of a page whose content is made by scripts, and of content that was found in the state of such a page as plain
// text: a browser shows it with its headings and links.
const NextRender = "Fetch it with rendering: scripts make the content."

// Verdict says what kind of page a document is, and what makes it so.
type Verdict struct {
	Kind VerdictKind `json:"kind"` // content, login, paywall and so on
	// Evidence are the facts that led to Kind, most telling first, each short
	// enough to show to a person. Content that is whole needs none.
	Evidence []string `json:"evidence"`
	// Next is one sentence on what to try; empty for content that is whole.
	Next string `json:"next,omitempty"`
}
