package classifier

import (
	"cmp"
	"errors"
	"net/http"
	"net/url"
	"time"

	"github.com/webfetch-mcp/webfetch-go/security"
)

// Format says how an endpoint is asked.
type Format string

// The formats.
const (
	// FormatJSON sends {"inputs": ["text", …]} and reads, for each text, a label with its score
	// or a list of them: [{"label": "INJECTION", "score": 0.98}] or [[{"label": …}, {"label":
	// …}]], alone or as results, predictions, outputs or data of an object. It is the protocol
	// of text classification at Hugging Face.
	FormatJSON Format = "json"
	// FormatTEI is FormatJSON with each text in a list of its own, which the path
	// /predict of text-embeddings-inference takes for a batch.
	FormatTEI Format = "tei"
	// FormatChat sends each text as the message of a user to an endpoint of the OpenAI form, and
	// reads an answer that begins with a label such as "safe" or "unsafe", or with a number from
	// 0 to 1. It suits Llama Guard.
	FormatChat Format = "chat"
)

// Options configure a [Scanner]. Endpoint is required.
type Options struct {
	// Endpoint is the whole address that is asked.
	Endpoint string
	// Format says how. Zero means FormatJSON.
	Format Format
	// Name is reported with each finding, to distinguish its score from others. Zero
	// means "classifier".
	Name string
	// Model is named in requests of FormatChat. Zero means that none is.
	Model string
	// Instructions is the system message of FormatChat. Zero means none.
	Instructions string
	// Token is sent as "Authorization: Bearer". Zero means that none is.
	Token string
	// Header are further headers.
	Header http.Header
	// Harmful and Harmless are the labels of text with an instruction and of text without one,
	// in any case. Zero means those of common classifiers: injection, jailbreak, malicious,
	// unsafe, prompt_injection, label_1; benign, safe, legit, normal, harmless, label_0.
	Harmful, Harmless []string
	// Suspect and Certain are the scores from which on a passage is a finding of
	// that level. Zero means 0.5 and 0.9.
	Suspect, Certain float64
	// Timeout bounds the scan of one page. Zero means 10 seconds.
	Timeout time.Duration
	// Batch is how many passages are sent at once, by FormatChat one each. Zero
	// means 16.
	Batch int
	// Concurrency is how many requests of one page are under way. Zero means 4.
	Concurrency int
	// PassageBytes bounds a passage; texts are cut at the ends of paragraphs, lines
	// or words. Zero means 1500, which stays below the 512 tokens of most
	// classifiers; less than 64 is taken for 64.
	PassageBytes int
	// MaxBytes bounds the text of a page that is sent. Zero means 256 KiB.
	MaxBytes int
	// Policy decides where connections may lead. Nil is the zero Policy: the
	// public internet.
	Policy *security.Policy
	// Transport sends the requests. Policy then has no effect. Nil means a transport made for
	// Policy.
	Transport http.RoundTripper
}

func (o Options) withDefaults() Options {
	if o.Format == "" {
		o.Format = FormatJSON
	}
	if o.Name == "" {
		o.Name = "classifier"
	}
	if o.Harmful == nil {
		o.Harmful = []string{"injection", "jailbreak", "malicious", "unsafe", "prompt_injection", "label_1"}
	}
	if o.Harmless == nil {
		o.Harmless = []string{"benign", "safe", "legit", "normal", "harmless", "label_0"}
	}
	o.Suspect = cmp.Or(o.Suspect, 0.5)
	o.Certain = cmp.Or(o.Certain, 0.9)
	o.Timeout = cmp.Or(o.Timeout, 10*time.Second)
	o.Batch = cmp.Or(o.Batch, 16)
	o.Concurrency = cmp.Or(o.Concurrency, 4)
	o.PassageBytes = cmp.Or(o.PassageBytes, 1500)
	o.MaxBytes = cmp.Or(o.MaxBytes, 256<<10)
	o.PassageBytes = max(o.PassageBytes, 64)
	if o.Format == FormatChat {
		o.Batch = 1
	}
	return o
}

func (o Options) validate() error {
	u, err := url.Parse(o.Endpoint)
	switch {
	case err != nil || u.Host == "" || u.Scheme != "http" && u.Scheme != "https":
		return errors.New("classifier: Options.Endpoint is not an http or https address")
	case u.User != nil:
		return errors.New("classifier: Options.Endpoint contains user name or password")
	case o.Format != FormatJSON && o.Format != FormatTEI && o.Format != FormatChat:
		return errors.New("classifier: Options.Format is not json, tei or chat")
	case o.Suspect < 0 || o.Certain < o.Suspect:
		return errors.New("classifier: Options.Certain is below Options.Suspect, or that below 0")
	case o.Timeout < 0 || o.Batch < 0 || o.Concurrency < 0 || o.PassageBytes < 0 || o.MaxBytes < 0:
		return errors.New("classifier: a limit of Options is negative")
	}
	return nil
}
