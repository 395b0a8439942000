package office

import (
	"bytes"
	"encoding/binary"
	"fmt"
	"io"
	"slices"
	"strings"
	"time"
	"unicode/utf16"

	"github.com/richardlehane/mscfb"

	"github.com/webfetch-mcp/webfetch-go/extract"
	"github.com/webfetch-mcp/webfetch-go/extract/internal/htmlfrag"
	"github.com/webfetch-mcp/webfetch-go/extract/internal/mdwriter"
)

// Outlook saves a message as a compound file ([MS-CFB]) whose streams are its
// properties ([MS-OXMSG], 2.1): "__substg1.0_" and eight hexadecimal digits, of
// which four are the property and four its type. Numbers and dates are in one
// stream of all of them. Attachments are storages of their own.

const (
	messageStream   = "__substg1.0_"
	attachmentStart = "__attach_version1.0_#"
	fixedProperties = "__properties_version1.0"

	maxAttached     = 100
	maxMessageField = 2000 // bytes of a field beside the body
	maxMessageBody  = 32 << 20
)

// The properties of a message that are read ([MS-OXPROPS]).
const (
	propSubject     = "0037"
	propSubmitted   = 0x0039
	propSenderName  = "0C1A"
	propSenderEmail = "0C1F"
	propSenderSMTP  = "5D01"
	propCC          = "0E03"
	propTo          = "0E04"
	propDelivered   = 0x0E06
	propBody        = "1000"
	propRTF         = "1009"
	propHTML        = "1013"
	propFileName    = "3707"
	propShortName   = "3704"
	propFileType    = "370E"
	propFile        = "3701"
	propCodePage    = 0x3FFD
)

// message holds the streams of a message by the storage they are in, "" for its
// own, and their name.
type message struct {
	streams  map[string]map[string]*mscfb.File
	storages []string // of attachments, in order
	codePage int
}

// isMessage reports whether a compound file is a message.
func isMessage(body []byte) bool { return bytes.Contains(body, utf16Name(fixedProperties)) }

// readMessage writes a message of Outlook: its subject as a heading, sender,
// receivers and date, the body, and the names, types and sizes of its
// attachments, which are not read.
func (r *reader) readMessage() (err error) {
	defer func() {
		// the last line of defence against the reader of compound files
		if p := recover(); p != nil {
			err = fmt.Errorf("%w: %v", extract.ErrMalformed, p)
		}
	}()
	m, err := openMessage(r.src.Body)
	if err != nil {
		return err
	}
	r.format = "msg"
	fixed := m.fixed()
	m.codePage = int(uint32(fixed[propCodePage]))
	subject := m.field("", propSubject)
	r.meta.Title = subject
	if subject != "" {
		r.w.Heading(1, mdwriter.Inline(subject), subject)
	}
	sender := m.field("", propSenderName)
	if sender != "" {
		r.meta.Authors = []string{sender}
	}
	for _, prop := range [...]string{propSenderSMTP, propSenderEmail} {
		if address := m.field("", prop); strings.Contains(address, "@") && address != sender {
			sender = strings.TrimSpace(sender + " <" + address + ">")
			break
		}
	}
	sent := fileTime(fixed[propSubmitted])
	if sent.IsZero() {
		sent = fileTime(fixed[propDelivered])
	}
	r.meta.Published = sent
	var fields []string
	for _, f := range [...]struct{ name, value string }{{"From", sender}, {"To", m.field("", propTo)}, {"Cc", m.field("", propCC)}, {"Date", messageDate(sent)}} {
		if f.value != "" {
			fields = append(fields, f.name+": "+mdwriter.Inline(f.value))
		}
	}
	r.w.Paragraph(strings.Join(fields, "\\\n"))
	if err := r.messageBody(m); err != nil {
		return err
	}
	r.attachments(m)
	return r.ctx.Err()
}

func messageDate(t time.Time) string {
	if t.IsZero() {
		return ""
	}
	return t.Format("2006-01-02 15:04 MST")
}

// openMessage collects the streams of a message.
func openMessage(body []byte) (*message, error) {
	file, err := mscfb.New(bytes.NewReader(body))
	if err != nil {
		return nil, fmt.Errorf("%w: %v", extract.ErrMalformed, err)
	}
	m := &message{streams: map[string]map[string]*mscfb.File{"": {}}}
	for _, f := range file.File {
		storage := ""
		if len(f.Path) > 0 {
			storage = f.Path[0]
		}
		if len(f.Path) > 1 || storage != "" && !strings.HasPrefix(storage, attachmentStart) {
			continue
		}
		if m.streams[storage] == nil {
			if len(m.storages) == maxAttached {
				continue
			}
			m.streams[storage] = map[string]*mscfb.File{}
			m.storages = append(m.storages, storage)
		}
		m.streams[storage][strings.ToUpper(f.Name)] = f
	}
	slices.Sort(m.storages)
	return m, nil
}

// read returns a stream, at most limit bytes of it.
func (m *message) read(storage, name string, limit int64) []byte {
	f := m.streams[storage][strings.ToUpper(name)]
	if f == nil {
		return nil
	}
	data, _ := io.ReadAll(io.LimitReader(f, limit)) // as far as undamaged
	return data
}

// text returns a property that is text: in UTF-16, or in the code page of the
// message.
func (m *message) text(storage, property string, limit int64) string {
	if raw := m.read(storage, messageStream+property+"001F", limit); len(raw) > 1 {
		units := make([]uint16, len(raw)/2)
		for i := range units {
			units[i] = binary.LittleEndian.Uint16(raw[2*i:])
		}
		return strings.TrimRight(string(utf16.Decode(units)), "\x00")
	}
	raw := m.read(storage, messageStream+property+"001E", limit)
	return strings.TrimRight(m.decode(raw), "\x00")
}

// decode returns text in the code page of the message.
func (m *message) decode(raw []byte) string {
	text, err := codePage(m.codePage).NewDecoder().Bytes(raw)
	if err != nil {
		text = raw
	}
	return strings.ToValidUTF8(string(text), "\uFFFD")
}

// field returns a property that is text on one line.
func (m *message) field(storage, property string) string {
	return strings.ToValidUTF8(mdwriter.Fold(m.text(storage, property, maxMessageField)), "")
}

// fixed returns the properties of fixed size ([MS-OXMSG], 2.4).
func (m *message) fixed() map[uint16]uint64 {
	const head, entry = 32, 16
	values := map[uint16]uint64{}
	data := m.read("", fixedProperties, 1<<20)
	for i := head; i+entry <= len(data); i += entry {
		values[binary.LittleEndian.Uint16(data[i+2:])] = binary.LittleEndian.Uint64(data[i+8:])
	}
	return values
}

// fileTime returns the time of a count of 100 ns since 1601, the zero time for one
// that is none.
func fileTime(v uint64) time.Time {
	const epoch = 116444736000000000 // 1970
	if v < epoch || v > 1<<61 {
		return time.Time{}
	}
	return time.UnixMicro(int64(v-epoch) / 10).UTC()
}

// messageBody writes the plain text of a message, its paragraphs kept, else its
// HTML, else its RTF.
func (r *reader) messageBody(m *message) error {
	if text := m.text("", propBody, maxMessageBody); strings.TrimSpace(text) != "" {
		text = strings.ToValidUTF8(strings.ReplaceAll(text, "\r\n", "\n"), "\uFFFD")
		for paragraph := range strings.SplitSeq(text, "\n\n") {
			if err := r.tooManyBlocks(); err != nil {
				return err
			}
			var lines []string
			for line := range strings.SplitSeq(paragraph, "\n") {
				if line = mdwriter.Fold(line); line != "" {
					lines = append(lines, mdwriter.Inline(line))
				}
			}
			r.w.Paragraph(strings.Join(lines, "\\\n"))
		}
		return nil
	}
	markup := m.decode(m.read("", messageStream+propHTML+"0102", maxMessageBody))
	if markup == "" {
		markup = m.text("", propHTML, maxMessageBody)
	}
	if strings.TrimSpace(markup) == "" {
		return r.messageRTF(m)
	}
	r.w.Took(len(markup))
	doc, err := htmlfrag.Convert(r.ctx, r.html, markup, r.src.URL)
	if err != nil || doc == nil {
		return err
	}
	r.w.Append(doc, 1)
	r.AddOf(doc)
	return nil
}

// attachments lists the attachments of a message.
func (r *reader) attachments(m *message) {
	var items mdwriter.ListBuilder
	for _, storage := range m.storages {
		name := m.field(storage, propFileName)
		if name == "" {
			name = m.field(storage, propShortName)
		}
		if name == "" {
			name = "without a name"
		}
		kind := m.field(storage, propFileType)
		if kind == "" {
			kind = "unknown type"
		}
		size := int64(0)
		if f := m.streams[storage][strings.ToUpper(messageStream+propFile+"0102")]; f != nil {
			size = f.Size
		}
		items.Item(0, "")
		items.WriteString(mdwriter.Inline(fmt.Sprintf("%s (%s, about %d bytes)", name, kind, size)))
	}
	if items.Len() > 0 {
		r.w.Paragraph("Attachments:")
		r.w.List(&items)
	}
}
