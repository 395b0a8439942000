package webfetch

// Advice returns one sentence that says what to try next.
func (e *Error) Advice() string {
	switch e.Code {
	case InvalidInput:
		return "Correct the argument that the message names and call again."
	case InvalidURL:
		return "Give an absolute http or https URL without user name or password."
	case InvalidProtocol:
		return "Only http and https can be fetched."
	case SSRFBlocked:
		return "The address is not on the public internet; the operator can allow it by prefix and port."
	case DomainNotAllowed:
		return "The operator's allow or block list refuses this domain; use another source."
	case RobotsBlocked:
		return "The site asks robots not to read this page; use another source or let the user start the fetch."
	case RateLimited:
		return "Wait as long as retry_after says before you ask this host again."
	case HTTPError:
		return "Check the address, or try later if the status is 429 or 5xx."
	case DNSError:
		return "The host name has no address; check its spelling."
	case ConnectionFailed:
		return "The host does not answer; try later or use another source."
	case TLSError:
		return "The certificate can't be verified; use another source."
	case Timeout:
		return "Raise timeout_ms, or try later."
	case Cancelled:
		return "The caller stopped the call."
	case TooManyRedirects:
		return "Give the final address, or raise max_redirects."
	case RedirectLoop:
		return "The site redirects in a circle, often for want of a cookie; use another source."
	case ContentTooLarge:
		return "Raise max_bytes, or ask for a smaller document."
	case DecompressionFailed:
		return "The server sends a broken encoding; try later or use another source."
	case UnsupportedContentType:
		return "This format can't be read as text; view=raw returns the bytes."
	case PDFDisabled:
		return "The operator turned PDF off."
	case ExtractionFailed:
		return "view=raw returns the document as it is."
	case CaptchaDetected:
		return "The site asks for a human; use another source."
	case RenderUnavailable:
		return "No browser is configured; use mode=http."
	case RenderFailed:
		return "Try mode=http, or try again."
	case RenderTimeout:
		return "Raise timeout_ms, or use mode=http."
	case SourceNotFound:
		return "The source_id is unknown or expired; fetch the page again."
	case StartIndexOutOfRange:
		return "Use a start_index below total_length."
	case AISearchNotConfigured:
		return "The operator has not configured a knowledge base; use fetch instead."
	case AISearchFailed:
		return "Try again, or use fetch instead."
	case GatewayFailed:
		return "Use mode=structural or mode=salience, which need no model."
	}
	return "This is a fault of the server; try again or use another source."
}
