package font

import (
	"bytes"
	"strconv"
)

// maxClearText bounds the part of a Type 1 program before its encrypted part.
const maxClearText = 256 << 10

// type1Encoding reads the Encoding array in the clear text of a Type 1 font
// program (Adobe Type 1 Font Format, 2.2): "dup 65 /A put".
func type1Encoding(data []byte) (text, names *table) {
	data = data[:min(len(data), maxClearText)]
	if end := bytes.Index(data, []byte("eexec")); end >= 0 {
		data = data[:end]
	}
	start := bytes.Index(data, []byte("/Encoding"))
	if start < 0 {
		return nil, nil
	}
	data = data[start:]
	if bytes.HasPrefix(bytes.TrimLeft(data[len("/Encoding"):], " \r\n\t"), []byte("StandardEncoding")) {
		return standardEncoding(), nil
	}
	text, names = &table{}, &table{}
	found := false
	fields := bytes.Fields(data)
	for i := 0; i+3 < len(fields); i++ {
		if string(fields[i]) == "def" && found {
			break
		}
		if string(fields[i]) != "dup" {
			continue
		}
		number, name := fields[i+1], fields[i+2]
		if at := bytes.IndexByte(number, '/'); at > 0 { // "dup 65/A put"
			number, name = number[:at], number[at:]
		}
		code, err := strconv.Atoi(string(number))
		if err != nil || code < 0 || code > 255 || len(name) < 2 || name[0] != '/' {
			continue
		}
		names[code] = string(name[1:])
		text[code] = nameText(names[code])
		found = true
	}
	if !found {
		return nil, nil
	}
	return text, names
}
