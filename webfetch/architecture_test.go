package webfetch_test

import (
	"bufio"
	"encoding/json"
	"errors"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

const module = "github.com/webfetch-mcp/webfetch-go/"

// arrows lists, by room, the rooms it may import. A room is the longest prefix
// of a package path in this table; its own packages are always allowed. A name
// that ends in "/..." stands for everything below it.
var arrows = map[string][]string{
	"security":           {},
	"security/injection": {},
	"extract":            {"extract/internal/limit"},
	"extract/":           {"extract"},
	"chunk":              {"extract", "chunk/internal/..."},
	"chunk/tiktoken":     {"chunk"},
	"compact":            {"chunk", "extract"},
	"webfetch":           {"compact", "chunk", "extract/...", "security/...", "webfetch/fair"},
	"webfetch/browser":   {"webfetch", "webfetch/internal/hostlimit", "webfetch/internal/transport", "extract", "security"},
	"webfetch/knowledge": {"chunk", "extract", "extract/markdown"},
	"mcpserver":          {"webfetch", "webfetch/tools", "webfetch/urlpolicy", "webfetch/modeltext", "webfetch/fair"},
	"examples":           {"..."},

	"extract/page/train":       {"extract", "extract/page/..."},
	"security/injection/train": {"..."},

	"webfetch/record":               {},
	"webfetch/botauth":              {},
	"webfetch/crawl":                {"webfetch", "webfetch/robots", "webfetch/internal/address", "webfetch/internal/schedule"},
	"webfetch/classifier":           {"webfetch/internal/httpapi", "security", "security/injection"},
	"webfetch/diskcache":            {"webfetch"},
	"webfetch/gateway":              {"compact", "security", "webfetch/internal/httpapi"},
	"webfetch/modeltext":            {"webfetch", "webfetch/internal/line", "webfetch/internal/modeltext", "webfetch/knowledge"},
	"webfetch/internal/modeltext":   {"webfetch", "webfetch/internal/address", "webfetch/knowledge", "webfetch/urlpolicy", "chunk", "extract", "security/injection", "webfetch/internal/line"},
	"webfetch/internal/packetstore": {"webfetch", "extract"},
	"webfetch/tools":                {"webfetch", "webfetch/internal/...", "compact", "chunk", "extract", "extract/linkstyle", "extract/markdown", "webfetch/knowledge", "webfetch/observe", "webfetch/crawl", "webfetch/urlpolicy"},
	"webfetch/webfetchtest":         {"webfetch", "security"},
	"webfetch/redis":                {"webfetch", "webfetch/internal/hostlimit", "webfetch/internal/ttlcache"},
	"webfetch/knowledge/local":      {"webfetch/knowledge/...", "webfetch/internal/flight", "webfetch/fair", "chunk", "extract", "extract/markdown"},
	"webfetch/knowledge/answerer":   {"webfetch/knowledge", "webfetch/gateway"},
	"webfetch/knowledge/cloudflare": {"webfetch/knowledge/...", "webfetch/internal/httpapi", "extract", "security"},
}

// requirements lists the modules outside of the standard library that a room
// may import itself, in code that is not a test.
var requirements = map[string][]string{
	"security":              {"golang.org/x/net", "code.dny.dev/ssrf"},
	"security/injection":    {"golang.org/x/text"},
	"extract":               {},
	"chunk":                 {},
	"compact":               {},
	"webfetch/classifier":   {},
	"webfetch/diskcache":    {},
	"webfetch/modeltext":    {},
	"webfetch/tools":        {},
	"webfetch/webfetchtest": {},
	"webfetch/redis":        {"github.com/redis/go-redis/v9"},
	"webfetch/record":       {},
	"webfetch/botauth":      {},
	"webfetch/crawl":        {"golang.org/x/net/html/charset"},
	"webfetch/browser":      {"github.com/chromedp/", "golang.org/x/net/netutil", "golang.org/x/net/publicsuffix", "golang.org/x/sync/errgroup"},
	"chunk/tiktoken":        {"github.com/pkoukk/tiktoken-go", "github.com/dlclark/regexp2"},
	"webfetch/gateway":      {},

	"webfetch/knowledge":            {"golang.org/x/text", "github.com/blevesearch/snowballstem"},
	"webfetch/knowledge/local":      {"modernc.org/sqlite", "golang.org/x/sys"},
	"webfetch/knowledge/answerer":   {},
	"webfetch/knowledge/cloudflare": {"github.com/aws/aws-sdk-go-v2"},
}

// optional may not be linked into a program that imports webfetch alone.
var optional = map[string]string{
	"github.com/chromedp/":             "the browser is optional",
	"modernc.org/":                     "the knowledge base is optional",
	"database/sql":                     "the knowledge base is optional",
	"github.com/aws/":                  "object stores are optional",
	"github.com/redis/":                "Redis is optional",
	"github.com/openai/":               "models are optional",
	"github.com/modelcontextprotocol/": "the MCP SDK belongs to mcpserver",
	"github.com/pkoukk/tiktoken-go":    "exact token counts are optional",
	"github.com/stretchr/testify":      "testing",
	"github.com/prometheus/":           "metrics belong to examples",
	"go.opentelemetry.io/":             "traces belong to whoever makes them",
	"github.com/schollz/":              "progress bars belong to examples",
	module + "webfetch/browser":        "the browser is optional",
	module + "webfetch/classifier":     "classifiers are optional",
	module + "webfetch/diskcache":      "a cache on disk is optional",
	module + "webfetch/redis":          "Redis is optional",
	module + "webfetch/crawl":          "crawling is optional",
	module + "webfetch/botauth":        "signatures are optional",
	module + "webfetch/record":         "recording is optional",
	module + "chunk/tiktoken":          "exact token counts are optional",
	module + "webfetch/knowledge":      "the knowledge base is optional",
	module + "webfetch/gateway":        "models are optional",
	module + "mcpserver":               "arrows point down",
	module + "examples":                "arrows point down",
}

// elsewhere names requirements of other modules of this repository, which an
// importer of the library is not to have in its graph.
var elsewhere = []string{
	"github.com/webfetch-mcp/", "github.com/aws/", "github.com/chromedp/", "github.com/hibiken/asynq",
	"github.com/johannesboyne/gofakes3", "github.com/modelcontextprotocol/", "github.com/prometheus/", "github.com/redis/",
	"github.com/schollz/", "go.opentelemetry.io/", "modernc.org/",
}

func TestRootModuleRequiresWhatItLinks(t *testing.T) {
	list := func(format string) []string {
		out, err := exec.Command("go", "list", "-m", "-f", format).Output()
		require.NoError(t, err)
		return strings.Fields(string(out))
	}
	assert.Contains(t, list("{{.Path}}"), module+"mcpserver", "go.work has it")
	raw, err := os.ReadFile("../go.mod")
	require.NoError(t, err)
	required := regexp.MustCompile(`(?m)^\t(\S+) v`).FindAllStringSubmatch(string(raw), -1)
	require.NotEmpty(t, required)
	assert.LessOrEqual(t, len(required), 33, "requirements of the module that everybody imports")
	for _, r := range required {
		for _, prefix := range elsewhere {
			assert.False(t, strings.HasPrefix(r[1], prefix), "go.mod requires %s", r[1])
		}
	}
}

func TestTagLeavesPDFOut(t *testing.T) {
	for tags, want := range map[string]bool{"": true, "webfetch_nopdf": false} {
		out, err := exec.Command("go", "list", "-deps", "-tags", tags, ".").Output()
		require.NoError(t, err)
		assert.Equal(t, want, strings.Contains(string(out), "github.com/pdfcpu/"), "tags %q", tags)
	}
}

type goPackage struct {
	ImportPath string
	Standard   bool
	Imports    []string
	Deps       []string
}

func TestArrowsPointDown(t *testing.T) {
	for _, p := range listPackages(t, "work") {
		from := roomOf(t, strings.TrimPrefix(p.ImportPath, module))
		for _, imported := range p.Imports {
			to, ours := strings.CutPrefix(imported, module)
			if ours && !allowed(from, to) {
				t.Errorf("%s imports %s, which room %q may not", p.ImportPath, imported, from)
			}
		}
	}
}

func TestRoomsHaveTheRequirementsTheyAreAllowed(t *testing.T) {
	for _, p := range listPackages(t, "work") {
		room := roomOf(t, strings.TrimPrefix(p.ImportPath, module))
		list, restricted := requirements[room]
		if !restricted {
			continue
		}
		for _, imported := range p.Imports {
			external := strings.Contains(strings.SplitN(imported, "/", 2)[0], ".")
			if external && !strings.HasPrefix(imported, module) && !slices.ContainsFunc(list, func(m string) bool { return strings.HasPrefix(imported, m) }) {
				t.Errorf("%s imports %s, which is not on the list of room %q", p.ImportPath, imported, room)
			}
		}
	}
}

func TestWebfetchLinksNoOptionalPart(t *testing.T) {
	for _, p := range listPackages(t, module+"webfetch") {
		for _, dep := range p.Deps {
			for prefix, why := range optional {
				if strings.HasPrefix(dep, prefix) {
					t.Errorf("webfetch links %s: %s", dep, why)
				}
			}
		}
	}
}

// The queue of many machines belongs to one program.
func TestAsynqIsLinkedByBatchAlone(t *testing.T) {
	linked := false
	for _, p := range listPackages(t, "work") {
		isBatch := p.ImportPath == module+"examples/batch"
		for _, dep := range p.Deps {
			if strings.HasPrefix(dep, "github.com/hibiken/asynq") {
				assert.True(t, isBatch, "%s links %s", p.ImportPath, dep)
				linked = linked || isBatch
			}
		}
	}
	assert.True(t, linked, "the test looks for what is not there")
}

// TestStartDoesNoWork runs a program that imports webfetch under the runtime's
// trace of initialisation. Allocation tells work without a clock.
func TestStartDoesNoWork(t *testing.T) {
	dir := t.TempDir()
	source := "package main\n\nimport _ \"" + module + "webfetch\"\n\nfunc main() {}\n"
	require.NoError(t, os.WriteFile(filepath.Join(dir, "main.go"), []byte(source), 0o600))
	binary := filepath.Join(dir, "start")
	out, err := exec.Command("go", "build", "-o", binary, filepath.Join(dir, "main.go")).CombinedOutput()
	require.NoError(t, err, string(out))
	start := exec.Command(binary)
	start.Env = append(os.Environ(), "GODEBUG=inittrace=1")
	trace, err := start.CombinedOutput()
	require.NoError(t, err)

	line := regexp.MustCompile(`^init (\S+) @.* ms, .* ms clock, (\d+) bytes, (\d+) allocs`)
	total := 0
	scanner := bufio.NewScanner(strings.NewReader(string(trace)))
	for scanner.Scan() {
		m := line.FindStringSubmatch(scanner.Text())
		if m == nil {
			continue
		}
		bytes, err := strconv.Atoi(m[2])
		require.NoError(t, err)
		total += bytes
		assert.LessOrEqual(t, bytes, 512<<10, "package %s allocates %d bytes at start", m[1], bytes)
		if strings.HasPrefix(m[1], module) {
			assert.LessOrEqual(t, bytes, 4<<10, "package %s of ours allocates %d bytes at start", m[1], bytes)
		}
	}
	assert.Positive(t, total, "the trace is empty: %s", trace)
	assert.LessOrEqual(t, total, 3<<20, "all packages together allocate %d bytes at start", total)
}

func listPackages(t *testing.T, pattern string) []goPackage {
	t.Helper()
	cmd := exec.Command("go", "list", "-json=ImportPath,Standard,Imports,Deps", pattern)
	cmd.Stderr = os.Stderr
	out, err := cmd.Output()
	require.NoError(t, err)
	var packages []goPackage
	for d := json.NewDecoder(strings.NewReader(string(out))); ; {
		var p goPackage
		err := d.Decode(&p)
		if errors.Is(err, io.EOF) {
			break
		}
		require.NoError(t, err)
		packages = append(packages, p)
	}
	require.NotEmpty(t, packages)
	return packages
}

// roomOf returns the name in arrows that a package belongs to.
func roomOf(t *testing.T, path string) string {
	t.Helper()
	room := ""
	for name := range arrows {
		inside := path == name || strings.HasPrefix(path, strings.TrimSuffix(name, "/")+"/")
		if name == "extract/" && path == "extract" {
			inside = false
		}
		if inside && len(name) > len(room) {
			room = name
		}
	}
	require.NotEmpty(t, room, "package %s is in no room", path)
	return room
}

func allowed(from, to string) bool {
	own := strings.TrimSuffix(from, "/")
	if to == own || strings.HasPrefix(to, own+"/") && from != "extract" && from != "chunk" {
		return true
	}
	for _, name := range arrows[from] {
		tree, whole := strings.CutSuffix(name, "...")
		if to == name || whole && (tree == "" || to+"/" == tree || strings.HasPrefix(to, tree)) {
			return true
		}
	}
	return false
}

// The way of a page in ARCHITECTURE.md names files that exist.
func TestArchitectureNamesFiles(t *testing.T) {
	text, err := os.ReadFile("../ARCHITECTURE.md")
	require.NoError(t, err)
	named := regexp.MustCompile("`([a-z/]+/[a-z_]+\\.go)`").FindAllStringSubmatch(string(text), -1)
	assert.Greater(t, len(named), 10)
	for _, n := range named {
		assert.FileExists(t, filepath.Join("..", n[1]))
	}
}
