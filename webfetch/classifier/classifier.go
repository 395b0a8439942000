// Package classifier asks a model behind HTTP whether text reads like an
// instruction: Prompt Guard and its like behind a server of text classification,
// or Llama Guard and its like behind an endpoint of the OpenAI form. A [Scanner]
// is a webfetch.Scanner, which judges beside the built-in scan:
//
//	policy := &security.Policy{Allow: []security.AddrRule{{Prefix: netip.MustParsePrefix("127.0.0.1/32"), Ports: []uint16{8080}}}}
//	guard, err := classifier.New(classifier.Options{
//		Endpoint:  "http://127.0.0.1:8080/predict",
//		Format:    "tei",
//		Transport: security.NewTransport(policy),
//	})
//	client, err := webfetch.New(webfetch.Options{Hooks: webfetch.Hooks{Scanner: guard}})
//
// # Failures
//
// What the classifier could not judge is never taken for harmless: a call that
// fails or takes too long, an answer of another form, and a label that is unknown
// are errors, which webfetch reports in a warning. Text over the limit is a finding
// with the category overflow.
//
// # Security considerations
//
// The text of pages leaves the program: choose an endpoint that may see it. Without
// a transport of the options, connections are made under the zero egress policy, which
// allows the public internet only, so that a server of one's own has to be
// allowed by address and port.
package classifier

import (
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"math"
	"net/http"
	"net/url"
	"slices"
	"strconv"
	"strings"
	"sync"
	"time"
	"unicode/utf8"

	"github.com/webfetch-mcp/webfetch-go/security/injection"
	"github.com/webfetch-mcp/webfetch-go/webfetch/internal/httpapi"
)

const (
	formatJSON = "json"
	formatTEI  = "tei"
	formatChat = "chat"
)

// Options configure a [Scanner]. Endpoint is required.
type Options struct {
	// Endpoint is the whole address that is asked.
	Endpoint string
	// Format says how. Zero means json.
	//
	// json sends {"inputs": ["text", …]} and reads, for each text, a label with its score or a list
	// of them: [{"label": "INJECTION", "score": 0.98}] or [[{"label": …}, {"label": …}]], alone or
	// as results, predictions, outputs or data of an object. It is the protocol of text
	// classification at Hugging Face. tei is the same with each text in a list of its own, which
	// the path /predict of text-embeddings-inference takes for a batch. chat sends each text as the
	// message of a user to an endpoint of the OpenAI form, and reads an answer that begins with a
	// label such as "safe" or "unsafe", or with a number from 0 to 1. It suits Llama Guard.
	Format string
	// Model is named in requests of the format chat. Zero means that none is.
	Model string
	// Instructions is the system message of the format chat. Zero means none.
	Instructions string
	// Header is sent with each request, for instance Authorization.
	Header http.Header
	// Labels says of each label of the classifier, in any case, whether its text has an
	// instruction. Zero means those of common classifiers: injection, jailbreak, malicious,
	// unsafe, prompt_injection and label_1 do; benign, safe, legit, normal, harmless and
	// label_0 don't.
	Labels map[string]bool
	// Suspect and Certain are the scores from which on a passage is a finding of
	// that level. Zero means 0.5 and 0.9.
	Suspect, Certain float64
	// Timeout bounds the scan of one page. Zero means 10 seconds.
	Timeout time.Duration
	// Transport sends the requests. Nil means security.NewTransport(nil): the public
	// internet.
	Transport http.RoundTripper
}

// Scanner asks a classifier. Make it with [New]. It is safe for concurrent use.
type Scanner struct {
	opts   Options
	api    *httpapi.Client
	labels map[string]bool // in lower case: whether they are harmful
}

// New returns a scanner. Errors name the option that is wrong. Nothing is sent.
func New(opts Options) (*Scanner, error) {
	opts.Format = cmp.Or(opts.Format, formatJSON)
	opts.Suspect, opts.Certain = cmp.Or(opts.Suspect, 0.5), cmp.Or(opts.Certain, 0.9)
	opts.Timeout = cmp.Or(opts.Timeout, 10*time.Second)
	u, err := url.Parse(opts.Endpoint)
	switch {
	case err != nil || u.Host == "" || u.Scheme != "http" && u.Scheme != "https":
		return nil, errors.New("classifier: Options.Endpoint is not an http or https address")
	case u.User != nil:
		return nil, errors.New("classifier: Options.Endpoint contains user name or password")
	case opts.Format != formatJSON && opts.Format != formatTEI && opts.Format != formatChat:
		return nil, errors.New("classifier: Options.Format is not json, tei or chat")
	case opts.Suspect < 0 || opts.Certain < opts.Suspect:
		return nil, errors.New("classifier: Options.Certain is below Options.Suspect, or that below 0")
	case opts.Timeout < 0:
		return nil, errors.New("classifier: Options.Timeout is negative")
	}
	api, err := httpapi.New(httpapi.Options{Transport: opts.Transport, Timeout: opts.Timeout, Attempts: 2})
	if err != nil {
		return nil, err
	}
	if opts.Labels == nil {
		opts.Labels = map[string]bool{
			"injection": true, "jailbreak": true, "malicious": true, "unsafe": true, "prompt_injection": true, "label_1": true,
			"benign": false, "safe": false, "legit": false, "normal": false, "harmless": false, "label_0": false,
		}
	}
	s := &Scanner{opts: opts, api: api, labels: map[string]bool{}}
	for label, harmful := range opts.Labels {
		s.labels[strings.ToLower(label)] = harmful
	}
	return s, nil
}

const (
	maxBatch       = 16 // passages of a request
	maxConcurrency = 4  // requests of one page under way
)

// Scan asks the classifier about what is shown and the pieces that were kept out
// of it, in passages of at most 1500 bytes, which stay below the 512 tokens of most
// classifiers. It sends 256 KiB of a page at most. Findings have the category
// "classified" and come in the order of the texts. An error says that some passages
// could not be judged; findings of others come with it.
func (s *Scanner) Scan(ctx context.Context, shown string, removed []injection.HiddenText) ([]injection.Finding, error) {
	ctx, cancel := context.WithTimeout(ctx, s.opts.Timeout)
	defer cancel()
	passages, left := passagesOf(shown, removed)
	verdicts, err := s.ask(ctx, passages)
	var found []injection.Finding
	for i, v := range verdicts {
		if !v.judged || v.score < s.opts.Suspect {
			continue
		}
		p, level := passages[i], injection.Suspect
		if v.score >= s.opts.Certain {
			level = injection.Certain
		}
		found = append(found, injection.Finding{
			Text: clip(p.text, 500), Reason: "the classifier calls it " + word(v.label), Category: "classified", Score: v.score,
			Level: level, Scanner: scannerName, Location: p.location, Start: p.start, End: p.start + len(p.text),
		})
	}
	return append(found, left...), err
}

type verdict struct {
	label  string
	score  float64 // that it is an instruction
	judged bool
}

// ask asks about all passages, batch by batch, a few at a time. After an error no
// further batch is begun.
func (s *Scanner) ask(ctx context.Context, passages []passage) ([]verdict, error) {
	verdicts := make([]verdict, len(passages))
	ctx, cancel := context.WithCancelCause(ctx)
	defer cancel(nil)
	size := maxBatch
	if s.opts.Format == formatChat {
		size = 1
	}
	room := make(chan struct{}, maxConcurrency)
	var group sync.WaitGroup
	for from := 0; from < len(passages); from += size {
		to := min(len(passages), from+size)
		select {
		case room <- struct{}{}:
		case <-ctx.Done():
		}
		if ctx.Err() != nil {
			break
		}
		group.Go(func() {
			defer func() { <-room }()
			answer, err := s.batch(ctx, passages[from:to])
			if err != nil {
				cancel(err)
				return
			}
			copy(verdicts[from:to], answer)
		})
	}
	group.Wait()
	return verdicts, context.Cause(ctx)
}

func (s *Scanner) batch(ctx context.Context, passages []passage) ([]verdict, error) {
	texts := make([]string, len(passages))
	for i, p := range passages {
		texts[i] = p.text
	}
	res, err := s.api.Do(ctx, httpapi.Request{Op: "classify", URL: s.opts.Endpoint, Header: s.opts.Header, Body: httpapi.JSON(s.request(texts))})
	if err != nil {
		return nil, err
	}
	verdicts, err := s.decode(res.Body)
	if err == nil && len(verdicts) != len(texts) {
		err = errors.New("the answer is about another number of texts")
	}
	if err != nil {
		return nil, &httpapi.Error{Op: "classify", Kind: httpapi.Malformed, Status: res.Status, Err: err}
	}
	return verdicts, nil
}

const scannerName = "classifier"

func word(label string) string {
	label = strings.Map(func(r rune) rune {
		if r == '_' || r == '-' || r >= '0' && r <= '9' || r >= 'a' && r <= 'z' || r >= 'A' && r <= 'Z' {
			return r
		}
		return -1
	}, label)
	return clip(cmp.Or(label, "harmful"), 40)
}

type passage struct {
	text     string
	location injection.Location
	start    int // in its text
}

// Bounds in bytes.
const (
	minPassage = 6         // the shortest text that can be an instruction
	maxPassage = 1500      // of one passage
	maxSent    = 256 << 10 // of the text of a page
)

// passagesOf cuts all texts into passages, each text once. What is left of a text behind the bound
// on bytes is a finding.
func passagesOf(shown string, removed []injection.HiddenText) (list []passage, left []injection.Finding) {
	room := maxSent
	seen := make(map[string]bool)
	add := func(text string, location injection.Location) {
		if seen[text] || strings.TrimSpace(text) == "" {
			return
		}
		seen[text] = true
		end := wholeCharacters(text, min(room, len(text)))
		room -= end
		list = append(list, cut(text[:end], location)...)
		if end < len(text) {
			left = append(left, injection.Finding{
				Text: clip(text[end:], 500), Reason: "stands behind the text that the classifier was asked about", Category: injection.CategoryOverflow,
				Level: injection.Certain, Scanner: scannerName, Location: location, Start: end, End: len(text),
			})
		}
	}
	add(shown, injection.LocationBody)
	for _, r := range removed {
		if len(left) > 0 && room <= 0 && left[len(left)-1].Location != injection.LocationBody {
			break // one finding covers all removed pieces
		}
		if !r.Shown {
			add(r.Text, cmp.Or(r.Location, injection.LocationHidden))
		}
	}
	return list, left
}

// cut ends a passage behind a paragraph, a line or a word where one ends in its second half.
func cut(text string, location injection.Location) (list []passage) {
	for start := 0; start < len(text); {
		end := start + breakAt(text[start:])
		if p := text[start:end]; len(strings.TrimSpace(p)) >= minPassage {
			list = append(list, passage{p, location, start})
		}
		start = end
	}
	return list
}

func breakAt(text string) int {
	if len(text) <= maxPassage {
		return len(text)
	}
	for _, sign := range []string{"\n\n", "\n", ". ", " "} {
		if at := strings.LastIndex(text[:maxPassage], sign); at >= maxPassage/2 {
			return at + len(sign)
		}
	}
	return wholeCharacters(text, maxPassage)
}

func wholeCharacters(text string, end int) int {
	for end > 0 && end < len(text) && !utf8.RuneStart(text[end]) {
		end--
	}
	return end
}

func clip(s string, n int) string { return s[:wholeCharacters(s, min(n, len(s)))] }

// request returns what is sent about texts; formatChat takes one text.
func (s *Scanner) request(texts []string) any {
	switch s.opts.Format {
	case formatTEI:
		lists := make([][]string, len(texts))
		for i, text := range texts {
			lists[i] = []string{text}
		}
		return map[string]any{"inputs": lists}
	case formatChat:
		messages := []map[string]string{{"role": "user", "content": texts[0]}}
		if s.opts.Instructions != "" {
			messages = slices.Insert(messages, 0, map[string]string{"role": "system", "content": s.opts.Instructions})
		}
		request := map[string]any{"messages": messages, "temperature": 0, "max_tokens": 32}
		if s.opts.Model != "" {
			request["model"] = s.opts.Model
		}
		return request
	}
	return map[string]any{"inputs": texts}
}

func (s *Scanner) decode(body []byte) ([]verdict, error) {
	if s.opts.Format == formatChat {
		return s.decodeChat(body)
	}
	var list []json.RawMessage
	if json.Unmarshal(body, &list) != nil {
		var in struct{ Results, Predictions, Outputs, Data []json.RawMessage }
		if json.Unmarshal(body, &in) != nil {
			return nil, errors.New("the answer is not JSON of the form that is expected")
		}
		for _, l := range [][]json.RawMessage{in.Results, in.Predictions, in.Outputs, in.Data} {
			if l != nil {
				list = l
			}
		}
	}
	verdicts := make([]verdict, len(list))
	for i, item := range list {
		v, err := s.verdict(item)
		if err != nil {
			return nil, err
		}
		verdicts[i] = v
	}
	return verdicts, nil
}

type labelled struct {
	Label string   `json:"label"`
	Score *float64 `json:"score"`
}

// verdict reads the answer about one text: a label, or the scores of several, of which those of
// harmful ones add up.
func (s *Scanner) verdict(item json.RawMessage) (verdict, error) {
	var several []labelled
	if json.Unmarshal(item, &several) != nil {
		var one labelled
		if json.Unmarshal(item, &one) != nil {
			return verdict{}, errors.New("the answer has no label and score")
		}
		several = []labelled{one}
	}
	if len(several) == 0 {
		return verdict{}, errors.New("the answer has no label and score")
	}
	v := verdict{judged: true}
	most := math.Inf(-1)
	for _, l := range several {
		harmful, err := s.harmful(l.Label)
		if err != nil {
			return v, err
		}
		if l.Score == nil || *l.Score < 0 || *l.Score > 1+1e-6 {
			return v, errors.New("the answer has a score that is none from 0 to 1")
		}
		if !harmful {
			continue
		}
		if v.score += *l.Score; *l.Score > most {
			v.label, most = l.Label, *l.Score
		}
	}
	v.score = min(v.score, 1)
	return v, nil
}

// harmful reports whether a label means an instruction. An unknown label is an error, so
// that it is never taken for harmless.
func (s *Scanner) harmful(label string) (bool, error) {
	harmful, known := s.labels[strings.ToLower(strings.TrimSpace(label))]
	if !known {
		return false, fmt.Errorf("the answer has the label %q, which Labels does not have", word(label))
	}
	return harmful, nil
}

func (s *Scanner) decodeChat(body []byte) ([]verdict, error) {
	var answer struct{ Choices httpapi.Choices }
	if err := json.Unmarshal(body, &answer); err != nil || len(answer.Choices) == 0 {
		return nil, errors.New("the answer is not that of a chat")
	}
	first := ""
	if words := strings.Fields(string(answer.Choices[0].Message.Content)); len(words) > 0 {
		first = strings.Trim(words[0], ".,:;!\"'`*")
	}
	if score, err := strconv.ParseFloat(first, 64); err == nil && score >= 0 && score <= 1 {
		return []verdict{{"harmful", score, true}}, nil
	}
	harmful, err := s.harmful(first)
	if err != nil || !harmful {
		return []verdict{{first, 0, true}}, err
	}
	return []verdict{{first, 1, true}}, nil
}
