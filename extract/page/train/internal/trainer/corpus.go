package trainer

import (
	"bufio"
	"encoding/json"
	"net/url"
	"os"
	"path/filepath"
	"strings"

	"golang.org/x/net/publicsuffix"
)

type record struct {
	ID, Source, Kind, URL, HTML string
	Truth                       struct {
		Text    *string  `json:"text"`
		TextAlt *string  `json:"text_alt"`
		With    []string `json:"with"`
		Without []string `json:"without"`
	}

	dir string
}

func readIndex(dir string) ([]*record, error) {
	f, err := os.Open(filepath.Join(dir, "index.jsonl"))
	if err != nil {
		return nil, err
	}
	defer f.Close()
	var all []*record
	lines := bufio.NewScanner(f)
	lines.Buffer(nil, 1<<26)
	for lines.Scan() {
		r := &record{dir: dir}
		if err := json.Unmarshal(lines.Bytes(), r); err != nil {
			return nil, err
		}
		all = append(all, r)
	}
	return all, lines.Err()
}

func (r *record) body() ([]byte, error) {
	return os.ReadFile(filepath.Join(r.dir, strings.TrimSuffix(r.HTML, ".gz")))
}

func (r *record) address() *url.URL {
	u, err := url.Parse(r.URL)
	if err != nil || u.Scheme != "http" && u.Scheme != "https" {
		return nil
	}
	return u
}

// site returns the unit that is not split between training and test: the registrable domain,
// or the best guess at it.
func (r *record) site() string {
	host := ""
	if u := r.address(); u != nil && r.Source != "moz" && r.Source != "def" {
		host = u.Hostname()
	} else if r.Source == "tra" {
		host = strings.TrimPrefix(r.URL, "hard::")
		if i := strings.IndexAny(host, "-/"); i > 0 {
			host = host[:i]
		}
	} else {
		return r.ID
	}
	host = strings.TrimPrefix(strings.ToLower(host), "www.")
	if d, err := publicsuffix.EffectiveTLDPlusOne(host); err == nil {
		return d
	}
	return host
}

// fold spreads sites over folds by a hash (FNV-1a).
func fold(site string, folds int) int {
	h := uint32(2166136261)
	for i := 0; i < len(site); i++ {
		h = (h ^ uint32(site[i])) * 16777619
	}
	h ^= h >> 15
	h *= 0x2c1b3c6d
	h ^= h >> 12
	return int(h % uint32(folds))
}
