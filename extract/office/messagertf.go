package office

import (
	"encoding/binary"
	"fmt"

	"github.com/webfetch-mcp/webfetch-go/extract"
)

// Outlook keeps the RTF of a message compressed ([MS-OXRTFCP]): a header of 16
// bytes, then runs of a byte of eight flags and what they tell of, from the lowest
// on: a byte that stands for itself, or two bytes that refer to what a ring of
// 4,096 bytes holds, 12 bits where and 4 bits how many bytes less 2. A reference to
// the place that is written next ends the text.

const (
	rtfHead         = 16
	rtfCompressed   = 0x75465a4c // "LZFu"
	rtfUncompressed = 0x414c454d // "MELA"
	rtfRing         = 4096

	// rtfPrefix is what the ring holds at the start (2.1.2.1).
	rtfPrefix = `{\rtf1\ansi\mac\deff0\deftab720{\fonttbl;}{\f0\fnil \froman \fswiss \fmodern \fscript \fdecor ` +
		`MS Sans SerifSymbolArialTimes New RomanCourier{\colortbl\red0\green0\blue0` + "\r\n" +
		`\par \pard\plain\f0\fs20\b\i\u\tab\tx`
)

// inflateRTF returns the RTF of a message, at most limit bytes of it. Text that
// breaks off is returned as far as it goes. Data that isn't of the format is
// extract.ErrMalformed. The checksum is not asked for, as a damaged message is read
// as far as it can be.
func inflateRTF(data []byte, limit int) ([]byte, error) {
	if len(data) < rtfHead {
		return nil, fmt.Errorf("%w: the RTF of the message breaks off in its header", extract.ErrMalformed)
	}
	size := int64(binary.LittleEndian.Uint32(data[4:]))
	kind := binary.LittleEndian.Uint32(data[8:])
	limit = int(min(int64(limit), size))
	data = data[rtfHead:]
	switch kind {
	case rtfUncompressed:
		return data[:min(len(data), limit)], nil
	case rtfCompressed:
		return expandRTF(data, limit), nil
	}
	return nil, fmt.Errorf("%w: the RTF of the message is compressed in an unknown way", extract.ErrMalformed)
}

// expandRTF reads the runs of flags.
func expandRTF(data []byte, limit int) []byte {
	var ring [rtfRing]byte
	write := copy(ring[:], rtfPrefix)
	var out []byte
	put := func(c byte) {
		ring[write] = c
		write = (write + 1) % rtfRing
		out = append(out, c)
	}
	for len(data) > 0 && len(out) < limit {
		flags := data[0]
		data = data[1:]
		for i := 0; i < 8 && len(data) > 0; i++ {
			if flags>>i&1 == 0 {
				put(data[0])
				data = data[1:]
				continue
			}
			if len(data) < 2 {
				return out[:min(len(out), limit)]
			}
			reference := binary.BigEndian.Uint16(data)
			data = data[2:]
			from, n := int(reference>>4), int(reference&15)+2
			if from == write {
				return out[:min(len(out), limit)]
			}
			for j := range n {
				put(ring[(from+j)%rtfRing])
			}
		}
	}
	return out[:min(len(out), limit)]
}

// unreadBody stands for RTF of a message that isn't of the format.
const unreadBody = "(The text of this message is damaged RTF.)"

// messageRTF writes the RTF of a message.
func (r *reader) messageRTF(m *message) error {
	data := m.read("", messageStream+propRTF+"0102", maxMessageBody)
	if len(data) == 0 {
		return nil
	}
	src, err := inflateRTF(data, maxMessageBody)
	if err != nil {
		r.w.Paragraph(unreadBody)
		return nil
	}
	r.w.Took(len(src))
	return r.rtf(string(src))
}
