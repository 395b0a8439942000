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
	URL      string    // absolute, http or https, without fragment
	Time     time.Time // when the request was sent; zero: now
	Address  string    // the IP address that answered; "": not known
	Protocol string    // of WARC-Protocol: "http/1.1", "h2"; messages are written as those of HTTP/1.1

	Method      string      // "": GET
	Request     http.Header // a Host is added
	RequestBody []byte

	Status int
	Header http.Header
	// Body is as it came, after transfer decoding and before content decoding. Truncated is
	// why it is not whole, as WARC-Truncated says it.
	Body      []byte
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
	made, payload := original{newID(), x.URL, date(when)}, ""
	about := Header{{"WARC-Target-URI", x.URL}, {"WARC-Date", made.date}}
	if x.Address != "" {
		about = append(about, Field{"WARC-IP-Address", x.Address})
	}
	if x.Protocol != "" {
		about = append(about, Field{"WARC-Protocol", x.Protocol})
	}
	// Readers that only look at the first lines want the type there.
	response := append(Header{{"WARC-Type", TypeResponse}, {"WARC-Record-ID", made.id}}, about...)
	response = append(response, Field{"Content-Type", "application/http;msgtype=response"})
	// The body is written without transfer coding.
	head := message(fmt.Sprintf("HTTP/1.1 %d %s\r\n", x.Status, http.StatusText(x.Status)), x.Header, "Transfer-Encoding")
	block := [][]byte{head, x.Body}
	switch {
	case x.Truncated != "":
		response = append(response, Field{"WARC-Truncated", x.Truncated})
	case len(x.Body) > 0:
		payload = digest(x.Body)
		response = append(response, Field{"WARC-Payload-Digest", payload})
	}
	w.mu.Lock()
	first, seen := w.known[payload]
	w.mu.Unlock()
	if seen {
		response[0].Value, block = TypeRevisit, block[:1]
		response = append(response, Field{"WARC-Profile", ProfileIdentical}, Field{"WARC-Refers-To", first.id},
			Field{"WARC-Refers-To-Target-URI", first.uri}, Field{"WARC-Refers-To-Date", first.date})
	}
	request := append(Header{{"WARC-Type", TypeRequest}, {"WARC-Record-ID", newID()}, {"WARC-Concurrent-To", made.id},
		{"Content-Type", "application/http;msgtype=request"}}, about...)
	var out bytes.Buffer
	if err := w.encode(&out, response, block...); err != nil {
		return err
	}
	u, _ := url.Parse(x.URL) // was checked
	head = message(fmt.Sprintf("%s %s HTTP/1.1\r\nHost: %s\r\n", cmp.Or(x.Method, http.MethodGet), u.RequestURI(), u.Host), x.Request, "Host")
	if err := w.encode(&out, request, head, x.RequestBody); err != nil {
		return err
	}
	return w.write(out.Bytes(), payload, made)
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

// message writes the first line and the fields of an HTTP message, in the order of their
// names, and the empty line after them.
func message(line string, h http.Header, without string) []byte {
	head := bytes.NewBufferString(line)
	_ = h.WriteSubset(head, map[string]bool{without: true}) // a Buffer never fails
	head.WriteString("\r\n")
	return head.Bytes()
}
