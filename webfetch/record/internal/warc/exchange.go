package warc

import (
	"bytes"
	"cmp"
	"errors"
	"fmt"
	"net/http"
	"net/url"
	"strings"
	"time"
)

// Exchange is a request and the response to it.
type Exchange struct {
	// URL is absolute, http or https, without fragment.
	URL string
	// Time is when the request was sent. Zero means now.
	Time time.Time
	// Address is the IP address that answered. Zero means that it is not known.
	Address string
	// Protocol is the value of WARC-Protocol: "http/1.1", "h2". Zero means unknown. Messages are
	// written as those of HTTP/1.1.
	Protocol string

	// Method of the request. Zero means GET.
	Method string
	// Request holds the header fields of the request. A Host is added.
	Request http.Header
	// RequestBody is the body of the request, nil for none.
	RequestBody []byte

	// Status is the status code of the response.
	Status int
	// Header holds the header fields of the response.
	Header http.Header
	// Body is the body as it came, after transfer decoding and before content
	// decoding: what Content-Encoding names is still to be undone.
	Body []byte
	// Truncated is why Body is not the whole body, as WARC-Truncated says it.
	// Zero means that it is whole.
	Truncated string
}

// Exchange writes a response record, or a revisit record where the same body was
// written before, then the request record. It keeps nothing of x.
func (w *Writer) Exchange(x *Exchange) error {
	if err := x.validate(); err != nil {
		return err
	}
	when := x.Time
	if when.IsZero() {
		when = time.Now()
	}
	about := Header{{"WARC-Target-URI", x.URL}, {"WARC-Date", date(when)}}
	if x.Address != "" {
		about = append(about, Field{"WARC-IP-Address", x.Address})
	}
	if x.Protocol != "" {
		about = append(about, Field{"WARC-Protocol", x.Protocol})
	}
	var out bytes.Buffer
	responseID, payload := newID(), ""
	if len(x.Body) > 0 && x.Truncated == "" {
		payload = digest(x.Body)
	}
	if err := w.encodeResponse(&out, x, append(Header{{"WARC-Record-ID", responseID}}, about...), payload); err != nil {
		return err
	}
	request := append(Header{{"WARC-Type", TypeRequest}, {"WARC-Record-ID", newID()}, {"WARC-Concurrent-To", responseID},
		{"Content-Type", "application/http;msgtype=request"}}, about...)
	if err := w.encode(&out, request, x.requestHead(), x.RequestBody); err != nil {
		return err
	}
	return w.writeExchange(out.Bytes(), payload, original{responseID, x.URL, date(when)})
}

// writeExchange writes, and remembers what has the body of that digest.
func (w *Writer) writeExchange(b []byte, payload string, made original) error {
	w.mu.Lock()
	defer w.mu.Unlock()
	if w.err != nil {
		return w.err
	}
	if _, w.err = w.w.Write(b); w.err == nil {
		w.remember(payload, made)
	}
	return w.err
}

// remember keeps the first response with a body. w.mu is held.
func (w *Writer) remember(payload string, made original) {
	if _, found := w.known[payload]; payload != "" && !found && len(w.known) < maxKnown {
		w.known[payload] = made
	}
}

func (w *Writer) encodeResponse(out *bytes.Buffer, x *Exchange, about Header, payload string) error {
	w.mu.Lock()
	first, seen := w.known[payload]
	w.mu.Unlock()
	// Readers that only look at the first lines want the type there.
	kind, block := TypeResponse, [][]byte{x.responseHead(), x.Body}
	if payload != "" && seen {
		kind, block = TypeRevisit, block[:1]
	}
	h := append(Header{{"WARC-Type", kind}}, append(about, Field{"Content-Type", "application/http;msgtype=response"})...)
	if payload != "" {
		h = append(h, Field{"WARC-Payload-Digest", payload})
	}
	switch {
	case kind == TypeRevisit:
		h = append(h, Field{"WARC-Profile", ProfileIdentical}, Field{"WARC-Refers-To", first.id},
			Field{"WARC-Refers-To-Target-URI", first.uri}, Field{"WARC-Refers-To-Date", first.date})
	case x.Truncated != "":
		h = append(h, Field{"WARC-Truncated", x.Truncated})
	}
	return w.encode(out, h, block...)
}

var errExchange = errors.New("warc: not an exchange that can be written")

func (x *Exchange) validate() error {
	u, err := url.Parse(x.URL)
	switch {
	case err != nil || u.Host == "" || u.Scheme != "http" && u.Scheme != "https" || strings.ContainsAny(x.URL, " \t\r\n<>"):
		return fmt.Errorf("%w: URL", errExchange)
	case strings.ContainsAny(x.Method, " \t\r\n"):
		return fmt.Errorf("%w: method", errExchange)
	case x.Status < 100 || x.Status > 999:
		return fmt.Errorf("%w: status", errExchange)
	}
	return nil
}

func (x *Exchange) requestHead() []byte {
	u, _ := url.Parse(x.URL) // was checked
	return message(fmt.Sprintf("%s %s HTTP/1.1\r\nHost: %s\r\n", cmp.Or(x.Method, http.MethodGet), u.RequestURI(), u.Host), x.Request, "Host")
}

func (x *Exchange) responseHead() []byte {
	// The body is written without transfer coding.
	return message(fmt.Sprintf("HTTP/1.1 %d %s\r\n", x.Status, http.StatusText(x.Status)), x.Header, "Transfer-Encoding")
}

// message writes the first line and the fields of an HTTP message, in the order of their
// names, and the empty line after them.
func message(line string, h http.Header, without string) []byte {
	head := bytes.NewBufferString(line)
	_ = h.WriteSubset(head, map[string]bool{without: true}) // a Buffer never fails
	head.WriteString("\r\n")
	return head.Bytes()
}
