package object

import (
	"bytes"
	"compress/flate"
	"io"

	"github.com/pdfcpu/pdfcpu/pkg/pdfcpu/types"
)

// Data returns the decoded bytes of a stream, nil for anything else and for
// pictures. A damaged stream gives what can be decoded of it.
func (d *Doc) Data(o Object) []byte {
	sd := d.stream(o)
	if sd == nil || d.decoded > MaxDecoded {
		return nil
	}
	data := d.decode(sd)
	d.decoded += int64(len(data))
	if number := Number(o); number == 0 || !d.inflated[number] {
		d.inflated[number] = true
		d.input += len(data)
	}
	return data
}

// Inflated returns how many bytes of streams were decoded so far. A stream that
// was decoded more than once counts once.
func (d *Doc) Inflated() int { return d.input }

func (d *Doc) stream(o Object) *types.StreamDict {
	switch o := d.Resolve(o).(type) {
	case types.StreamDict:
		return &o
	case *types.StreamDict:
		return o
	}
	return nil
}

// maxFilters bounds the filters of a stream.
const maxFilters = 8

func (d *Doc) decode(sd *types.StreamDict) []byte {
	if len(sd.FilterPipeline) > maxFilters {
		return nil
	}
	for _, f := range sd.FilterPipeline {
		switch f.Name {
		case "DCTDecode", "JPXDecode", "JBIG2Decode", "CCITTFaxDecode":
			return nil
		}
	}
	d.extend(sd)
	limit := min(MaxStream, MaxDecoded-d.decoded)
	if sd.Content == nil {
		copied := *sd // the decoded bytes are not to stay with the object
		if err := decodeSafely(&copied, limit); err == nil {
			return copied.Content
		}
		return d.inflate(sd, limit)
	}
	return sd.Content
}

// decodeSafely decodes with pdfcpu, whose filters may panic on damaged data.
func decodeSafely(sd *types.StreamDict, limit int64) (err error) {
	defer func() {
		if r := recover(); r != nil {
			err = io.ErrUnexpectedEOF
		}
	}()
	return sd.DecodeWithLimit(limit)
}

// extend corrects the raw bytes of a stream whose Length is wrong: they end at
// "endstream".
func (d *Doc) extend(sd *types.StreamDict) {
	start := sd.StreamOffset
	if start <= 0 || start >= int64(len(d.body)) || d.ctx.EncKey != nil {
		return
	}
	end := start + int64(len(sd.Raw))
	if end < int64(len(d.body)) && bytes.HasPrefix(bytes.TrimLeft(d.body[end:min(end+32, int64(len(d.body)))], "\r\n \t"), []byte("endstream")) {
		return
	}
	rest := d.body[start:min(start+MaxStream, int64(len(d.body)))]
	if i := bytes.Index(rest, []byte("endstream")); i >= 0 {
		rest = rest[:i]
	} else if i := bytes.Index(rest, []byte("endobj")); i >= 0 {
		rest = rest[:i]
	}
	sd.Raw = bytes.TrimRight(rest, "\r\n")
}

// inflate undoes a Flate filter, alone or the first of several, as far as the
// data is sound, with or without its header.
func (d *Doc) inflate(sd *types.StreamDict, limit int64) []byte {
	if len(sd.FilterPipeline) == 0 {
		return sd.Raw
	}
	if sd.FilterPipeline[0].Name != "FlateDecode" {
		return nil
	}
	raw := bytes.TrimLeft(sd.Raw, "\r\n")
	var best []byte
	for _, skip := range [...]int{2, 0} {
		if len(raw) <= skip {
			continue
		}
		out, _ := io.ReadAll(io.LimitReader(flate.NewReader(bytes.NewReader(raw[skip:])), limit))
		if len(out) > len(best) {
			best = out
		}
	}
	if predictor := sd.FilterPipeline[0].DecodeParms; predictor != nil && d.Int(predictor["Predictor"]) > 1 {
		return nil
	}
	return best
}
