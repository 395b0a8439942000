// Package config reads the settings of the MCP server program from environment variables and
// flags, and turns them into the options of mcpserver, webfetch and the knowledge base.
//
// Start with [Parse]. [Config.ClientOptions], [Config.ServerOptions], [Config.HTTPOptions] and
// [Config.Search] each return the options of one part. The examples alone know
// names of environment variables.
package config

import (
	"bytes"
	"cmp"
	"errors"
	"flag"
	"fmt"
	"io"
	"iter"
	"math"
	"reflect"
	"slices"
	"strconv"
	"strings"
	"time"
)

// Config is the configuration of the stand-alone server: everything that flags
// and environment can set. Make it with [Parse].
type Config struct {
	MaxBytes         int64  `env:"MAX_BYTES" envDefault:"10485760" min:"1" group:"Limits" desc:"Largest body in bytes."`
	TimeoutMS        int    `env:"TIMEOUT_MS" envDefault:"30000" min:"1" desc:"Time for a whole call in milliseconds."`
	MaxRedirects     int    `env:"MAX_REDIRECTS" envDefault:"5" min:"0" max:"100" desc:"Redirects that are followed; 0 follows none."`
	MaxLength        int    `env:"MAX_LENGTH" envDefault:"20000" min:"0" max:"999999" desc:"Default of max_length in characters; 0 is no limit."`
	CleanAddresses   bool   `env:"CLEAN_ADDRESSES" envDefault:"true" desc:"Shorten addresses: no tracking, redirectors, repetitions, nor links to places of the page itself."`
	Concurrency      int    `env:"CONCURRENCY" envDefault:"32" min:"1" max:"10000" desc:"Calls worked on, and pages downloaded or extracted, at one time; more wait, those of different principals in turns. One principal of the tokens gets a quarter of it at most."`
	RateLimitPerHost int    `env:"RATE_LIMIT_PER_HOST" envDefault:"60" min:"0" desc:"Requests to one host in any minute, robots.txt included, of which 2 are under way at one time; 0 is no limit of either."`
	BurstPerHost     int    `env:"BURST_PER_HOST" envDefault:"5" min:"1" desc:"How many of these may be sent at once; the others are spaced evenly."`
	UserAgent        string `env:"USER_AGENT" group:"Fetching" desc:"User-Agent of requests. Empty: webfetch-go with its version and address. Flag --user-agent."`
	RespectRobots    bool   `env:"RESPECT_ROBOTS" envDefault:"true" desc:"Obey robots.txt. Flag --ignore-robots-txt turns it off."`
	ProxyURL         string `env:"PROXY_URL" desc:"HTTP or SOCKS5 proxy for all requests, as http://proxy.example:3128 or socks5://127.0.0.1:1080. HTTP_PROXY and its like are not read, so that the egress policy is explicit. Flag --proxy-url."`
	NoProxy          string `env:"NO_PROXY" desc:"Hosts that are asked without PROXY_URL: names with their subdomains, addresses, prefixes, separated by commas. The egress policy holds for them too."`
	HeadersFile      string `env:"HEADERS_FILE" desc:"File of headers, cookies among them, that go to an origin with each request and to no other, such as the key of an account: an origin, a name with a colon and a value a line. No caller sees them."`
	PDFEnabled       bool   `env:"PDF_ENABLED" envDefault:"true" desc:"Read PDF."`
	CacheTTLS        int    `env:"CACHE_TTL_S" envDefault:"300" min:"0" desc:"Age of cached answers and of stored packets in seconds; 0 keeps none."`

	SiteTools bool `env:"SITE_TOOLS" envDefault:"false" desc:"Add the tools map, which lists the addresses of a site, and crawl, which reads many of its pages into the store and the knowledge base. What is still to be read is written down in AI_SEARCH_STATE_DIR."`

	Structured string `env:"STRUCTURED" envDefault:"full" oneof:"full brief off" desc:"Structured content of results: full; brief leaves out what the text block shows, for hosts that give both to a model; off gives the text block alone."`

	BlockPrivateIP   bool     `env:"BLOCK_PRIVATE_IP" envDefault:"true" group:"Egress policy" desc:"Refuse loopback and private networks. false opens them on every port; link-local addresses, among them those of cloud metadata, stay refused."`
	AllowPrivate     []string `env:"ALLOW_PRIVATE" desc:"Prefixes that are allowed beside ports 80, 443, 8080 and 8443 of the public internet, each with a port: localhost:3000,10.1.0.0/16:8080,[fd00::/8]:443. * is every port."`
	AllowlistDomains []string `env:"ALLOWLIST_DOMAINS" desc:"The only domains allowed, each with its subdomains, and after a ! those that are refused: example.org,!old.example.org. Without one that is allowed all others are."`
	NAT64Prefixes    []string `env:"NAT64_PREFIXES" desc:"NAT64 prefixes of this network (RFC 6052): addresses in them are judged by the IPv4 address that they carry."`
	URLPolicyName    string   `env:"URL_POLICY" envDefault:"any" oneof:"any no_secrets seen" desc:"Which addresses may be fetched: any; no_secrets refuses those that hold what looks like a key or a token; seen takes only those that were in the arguments of a prompt or in an earlier result, and those below URL_START."`
	URLStart         []string `env:"URL_START" desc:"Addresses from which on URL_POLICY=seen allows all that are below them, as https://docs.example/guide/."`
	Quarantine       string   `env:"QUARANTINE" envDefault:"report" oneof:"report mark drop" desc:"What becomes of text that reads like instructions to a model: report only tells of it, mark marks it, drop leaves a note in its place."`

	DefaultMaxTokens int     `env:"DEFAULT_MAX_TOKENS" envDefault:"4000" min:"1" max:"10000000" group:"Chunking and compaction" desc:"Default of max_tokens."`
	ChunkMarginRatio float64 `env:"CHUNK_MARGIN_RATIO" envDefault:"0.10" min:"0" max:"0.5" desc:"Part of a chunk's budget left free."`

	RenderEnabled         string `env:"RENDER_ENABLED" alias:"PLAYWRIGHT_ENABLED" envDefault:"auto" oneof:"auto true false" group:"Rendering" desc:"Read pages that need scripts with a Chromium of this machine: auto where one is found, true, or false."`
	RenderBlockThirdParty bool   `env:"RENDER_BLOCK_THIRD_PARTY" envDefault:"true" desc:"Block resources of other sites, that is of other registrable domains, while rendering."`
	RenderTimeoutMS       int    `env:"RENDER_TIMEOUT_MS" envDefault:"60000" min:"1" desc:"Time for rendering a page in milliseconds, within that for the whole call."`
	BrowserURL            string `env:"BROWSER_URL" desc:"A running browser to render with in place of one that is started here, as ws://127.0.0.1:9222/. What its pages connect to can't be guarded from here: BROWSER_ALLOW_UNGUARDED=true has to say that this is known."`
	BrowserUnguarded      bool   `env:"BROWSER_ALLOW_UNGUARDED" envDefault:"false" desc:"Use BROWSER_URL: its own network keeps pages from loopback, private networks and cloud metadata."`

	HTTPTokensFile       string   `env:"HTTP_TOKENS_FILE" group:"HTTP" desc:"File of bearer tokens: a principal and a token a line."`
	HTTPAllowedHosts     []string `env:"HTTP_ALLOWED_HOSTS" desc:"Host headers that are served, * for any. Empty: loopback names; with tokens also addresses."`
	HTTPAllowedOrigins   []string `env:"HTTP_ALLOWED_ORIGINS" desc:"Origins whose pages may call, as https://app.example."`
	HTTPShutdownTimeoutS int      `env:"HTTP_SHUTDOWN_TIMEOUT_S" envDefault:"30" min:"0" desc:"Time for calls in flight at the end in seconds; those that take longer are cancelled and answered."`

	GatewayEndpoint  string `env:"CF_AI_GATEWAY_ENDPOINT" group:"Language model" desc:"Chat completions endpoint of the OpenAI form, such as that of a Cloudflare AI Gateway. With it, map_reduce and question_focused have a model write, and so have answers of a local knowledge base. Empty: no model."`
	GatewayToken     string `env:"CF_AIG_TOKEN" desc:"Its token: of the gateway for gateway.ai.cloudflare.com, else a bearer token."`
	GatewayModel     string `env:"CF_AI_GATEWAY_MODEL" desc:"Its model, as openai/gpt-5-mini. After a comma may follow one for vectors, by which a local knowledge base and compact find what answers a question beside words, and after another comma one that orders the best passages of a local base. An empty name is none: ,text-embedding-3-small."`
	GatewayTimeoutMS int    `env:"CF_AI_GATEWAY_TIMEOUT_MS" envDefault:"60000" min:"1" desc:"Time for one answer, with its retries, in milliseconds."`

	SearchEnabled          string   `env:"AI_SEARCH_ENABLED" envDefault:"auto" oneof:"auto true false" group:"Knowledge base" desc:"Store pages that options.ai_search of fetch names, and answer ai_search_query. auto makes the file of a local base when a call first needs it, true at the start; false takes the tool and its prompts off the lists."`
	SearchBackend          string   `env:"AI_SEARCH_BACKEND" envDefault:"auto" oneof:"auto local cloudflare" desc:"Where: local is a file in AI_SEARCH_STATE_DIR, cloudflare R2 and AI Search. auto is cloudflare if CF_ACCOUNT_ID and CF_AI_SEARCH_NAME are set."`
	SearchFields           []string `env:"AI_SEARCH_FIELDS" desc:"Metadata that queries can filter by, at most 5 with Cloudflare, whose instance must declare them: category:text,year:number,public:boolean,published:datetime."`
	CloudflareAccountID    string   `env:"CF_ACCOUNT_ID" desc:"Cloudflare account."`
	CloudflareSearchName   string   `env:"CF_AI_SEARCH_NAME" desc:"AI Search instance."`
	CloudflareSearchToken  string   `env:"CF_AI_SEARCH_API_TOKEN" desc:"Its token, with the permissions AI Search Edit and Run."`
	CloudflareAPI          string   `env:"CF_API_URL" envDefault:"https://api.cloudflare.com/client/v4" desc:"Address of Cloudflare's API."`
	R2Bucket               string   `env:"CF_R2_BUCKET" desc:"R2 bucket that the instance reads. Empty: pages go into the storage of the instance itself."`
	R2AccessKeyID          string   `env:"CF_R2_ACCESS_KEY_ID" desc:"R2 access key."`
	R2SecretAccessKey      string   `env:"CF_R2_SECRET_ACCESS_KEY" desc:"R2 secret."`
	R2Endpoint             string   `env:"CF_R2_ENDPOINT" desc:"R2 endpoint. Empty: that of the account."`
	R2Prefix               string   `env:"CF_R2_PREFIX" envDefault:"ai-search/" desc:"Prefix of stored keys, also of a local base."`
	SearchMaxFileBytes     int64    `env:"AI_SEARCH_MAX_FILE_BYTES" envDefault:"4194304" min:"256" max:"1073741824" desc:"Size from which on a page is stored in parts, in bytes."`
	SearchQueryTimeoutMS   int      `env:"AI_SEARCH_QUERY_TIMEOUT_MS" envDefault:"15000" min:"1" desc:"Time for a query in milliseconds."`
	SearchQueryWaitMS      int      `env:"AI_SEARCH_QUERY_WAIT_MS" envDefault:"0" min:"0" desc:"Wait between storing and asking in milliseconds, for a base that indexes later."`
	SearchMaxQueryWaitMS   int      `env:"AI_SEARCH_MAX_QUERY_WAIT_MS" envDefault:"15000" min:"0" desc:"Longest wait that a call may ask for in milliseconds."`
	SearchScope            string   `env:"AI_SEARCH_SCOPE" envDefault:"conversation" oneof:"conversation workspace global" desc:"What shares pages: a conversation, a workspace, or all."`
	ThreadKey              string   `env:"WEB_FETCH_THREAD_KEY" alias:"AI_SEARCH_THREAD_KEY,MCP_THREAD_KEY" desc:"Conversation of calls that name none. Empty: one for the workspace."`
	SearchStateDir         string   `env:"AI_SEARCH_STATE_DIR" envDefault:"~/.config/web-fetch-mcp" desc:"Folder of the local base, of what tells conversations apart, and of crawls that go on."`
	SearchWorkspaceRoot    string   `env:"AI_SEARCH_WORKSPACE_ROOT" desc:"Folder that is one workspace. Empty: the git repository that the server was started in, or that folder."`
	SearchRequireThreadKey bool     `env:"AI_SEARCH_REQUIRE_THREAD_KEY" envDefault:"false" desc:"Refuse calls without a thread key."`

	RedisURL string `env:"REDIS_URL" group:"Shared state" desc:"Redis server that several servers share cached answers, stored packets and RATE_LIMIT_PER_HOST by, as redis://user:password@host:6379/0, or rediss:// for TLS. While it is away each goes on by itself."`

	// HTTPAddr is set by --http, ShowVersion by --version.
	HTTPAddr    string
	ShowVersion bool
}

// Parse reads the flags in args (without the program's name) and the
// environment (as of os.Environ). Flags win. An empty variable is one that is
// not set. Help goes to help, and is flag.ErrHelp. Errors name the variable or flag.
func Parse(args, environ []string, help io.Writer) (*Config, error) {
	c := &Config{}
	vars := make(map[string]string, len(environ))
	for _, entry := range environ {
		name, value, _ := strings.Cut(entry, "=")
		vars[name] = strings.TrimSpace(value)
	}
	if err := c.load(vars); err != nil {
		return nil, err
	}
	if err := c.parseFlags(args, help); err != nil {
		return nil, err
	}
	return c, c.checkValues()
}

func (c *Config) parseFlags(args []string, help io.Writer) error {
	flags := flag.NewFlagSet("webfetch", flag.ContinueOnError)
	flags.SetOutput(io.Discard)
	ignoreRobots := !c.RespectRobots
	flags.StringVar(&c.UserAgent, "user-agent", c.UserAgent, "")
	flags.BoolVar(&ignoreRobots, "ignore-robots-txt", ignoreRobots, "")
	flags.StringVar(&c.ProxyURL, "proxy-url", c.ProxyURL, "")
	flags.StringVar(&c.HTTPAddr, "http", c.HTTPAddr, "")
	flags.BoolVar(&c.ShowVersion, "version", false, "")
	err := flags.Parse(args)
	switch {
	case errors.Is(err, flag.ErrHelp):
		writeHelp(help)
	case err == nil && flags.NArg() > 0:
		err = fmt.Errorf("unexpected argument %q", flags.Arg(0))
	}
	c.RespectRobots = !ignoreRobots
	return err
}

// load sets each field from its variable, or an alias of it, else to its default.
func (c *Config) load(vars map[string]string) error {
	v := reflect.ValueOf(c).Elem()
	for f := range configFields() {
		name := f.Tag.Get("env")
		text := vars[name]
		for alias := range strings.FieldsFuncSeq(f.Tag.Get("alias"), isComma) {
			text = cmp.Or(text, vars[alias])
		}
		text = cmp.Or(text, f.Tag.Get("envDefault"))
		if want := set(v.FieldByIndex(f.Index), text, f.Tag); want != "" {
			return fmt.Errorf("%s=%s: want %s", name, text, want)
		}
	}
	return nil
}

func isComma(r rune) bool { return r == ',' }

// set sets a field to what text says, and returns "" or, where it may not say that, what it should.
func set(v reflect.Value, text string, tag reflect.StructTag) (want string) {
	number := 0.0
	switch v.Kind() {
	case reflect.Bool:
		is, err := strconv.ParseBool(text)
		if v.SetBool(is); err != nil {
			return "true or false"
		}
		return ""
	case reflect.Slice:
		for item := range strings.FieldsFuncSeq(text, isComma) {
			if item = strings.TrimSpace(item); item != "" {
				v.Set(reflect.Append(v, reflect.ValueOf(item)))
			}
		}
		return ""
	case reflect.Int, reflect.Int64:
		n, err := strconv.ParseInt(text, 10, map[reflect.Kind]int{reflect.Int: 32, reflect.Int64: 64}[v.Kind()])
		if v.SetInt(n); err != nil {
			return "an integer"
		}
		number = float64(n)
	case reflect.Float64:
		var err error
		if number, err = strconv.ParseFloat(text, 64); err != nil || math.IsNaN(number) {
			return "a number"
		}
		v.SetFloat(number)
	default:
		v.SetString(text)
		if all := strings.Fields(tag.Get("oneof")); len(all) > 0 && !slices.Contains(all, text) {
			return "one of " + strings.Join(all, ", ")
		}
		return ""
	}
	if low, err := strconv.ParseFloat(tag.Get("min"), 64); err == nil && number < low {
		return "at least " + tag.Get("min")
	}
	if high, err := strconv.ParseFloat(tag.Get("max"), 64); err == nil && number > high {
		return "at most " + tag.Get("max")
	}
	return ""
}

func configFields() iter.Seq[reflect.StructField] {
	return func(yield func(reflect.StructField) bool) {
		t := reflect.TypeFor[Config]()
		for i := range t.NumField() {
			if f := t.Field(i); f.Tag.Get("env") != "" && !yield(f) {
				return
			}
		}
	}
}

func milliseconds(n int) time.Duration { return time.Duration(n) * time.Millisecond }

const usage = `webfetch serves safe, high-signal web fetching over the Model Context Protocol.

Usage: webfetch [flags]

Without --http it speaks JSON-RPC over stdin and stdout; logs go to stderr.

Flags:
  --user-agent TEXT      User-Agent of requests (USER_AGENT)
  --ignore-robots-txt    do not obey robots.txt (RESPECT_ROBOTS=false)
  --proxy-url URL        HTTP proxy for all requests (PROXY_URL)
  --http ADDRESS         serve streamable HTTP, as 127.0.0.1:8080
  --version              print the version
  --help                 print this

Environment:
`

func writeHelp(w io.Writer) {
	b := bytes.NewBufferString(usage)
	for f := range configFields() {
		if group := f.Tag.Get("group"); group != "" {
			b.WriteString("\n  " + group + "\n")
		}
		b.WriteString("  " + strings.TrimSuffix(f.Tag.Get("env")+"="+f.Tag.Get("envDefault"), "=") + "\n      " + describe(f) + "\n")
	}
	b.WriteString("\n.env.example, beside the source, is this list in a form to fill in.\n")
	_, _ = b.WriteTo(w)
}

func describe(f reflect.StructField) string {
	if alias := f.Tag.Get("alias"); alias != "" {
		return f.Tag.Get("desc") + " Also read as " + strings.ReplaceAll(alias, ",", " or ") + "."
	}
	return f.Tag.Get("desc")
}
