package cloudflare

import (
	"cmp"
	"errors"
	"fmt"
	"net/http"
	"net/url"
	"strings"

	"github.com/webfetch-mcp/webfetch-go/security"
	"github.com/webfetch-mcp/webfetch-go/webfetch/knowledge"
)

const (
	maxFields  = 5 // that an instance can filter by
	maxItemKey = 128
)

// Options configure a [Base]. AccountID, Instance and Token are required.
type Options struct {
	// AccountID is the Cloudflare account, Instance the AI Search instance, in the namespace "default".
	AccountID, Instance string
	// Token is an API token with the permissions AI Search Edit and Run.
	Token string
	// R2Bucket is the bucket that the instance reads. Empty means the storage of the
	// instance, through the Items API.
	R2Bucket string
	// R2AccessKeyID and R2SecretAccessKey are required with R2Bucket.
	R2AccessKeyID, R2SecretAccessKey string
	// R2Endpoint is the address of the S3 API. Zero means that of the account.
	R2Endpoint string
	// API is the address of the API. Zero means Cloudflare's.
	API string
	// Schema is the custom metadata that the instance declares, at most 5
	// fields, see [knowledge.ValidateSchema]. Only they can be filtered by. Zero means none.
	Schema map[string]string
	// Policy decides where connections may lead. Nil is the zero Policy: the
	// public internet.
	Policy *security.Policy
	// Transport sends the requests; Policy then has no effect. Nil means one that
	// keeps to Policy.
	Transport http.RoundTripper
	// MaxFileBytes is the size from which on a document is stored in parts, for
	// documents that don't say. Zero means 4 MiB, which
	// is the most that AI Search reads.
	MaxFileBytes int

	noJobs bool // leaves synchronization to the schedule of the instance
}

// checked returns the options with their defaults, or what is wrong with them.
func (o Options) checked() (Options, error) {
	if o.AccountID == "" || o.Token == "" {
		return o, errors.New("cloudflare: Options.AccountID and Token are required")
	}
	if len(o.Instance) > 64 || o.Instance == "" || strings.Trim(o.Instance, "abcdefghijklmnopqrstuvwxyz0123456789-_") != "" {
		return o, errors.New("cloudflare: Options.Instance is not 1 to 64 of a-z, 0-9, - and _")
	}
	if o.R2Bucket != "" && (o.R2AccessKeyID == "" || o.R2SecretAccessKey == "") {
		return o, errors.New("cloudflare: Options.R2Bucket needs R2AccessKeyID and R2SecretAccessKey")
	}
	if len(o.Schema) > maxFields {
		return o, fmt.Errorf("cloudflare: Options.Schema has more than %d fields", maxFields)
	}
	o.R2Endpoint = cmp.Or(o.R2Endpoint, "https://"+o.AccountID+".r2.cloudflarestorage.com")
	o.API = strings.TrimRight(cmp.Or(o.API, "https://api.cloudflare.com/client/v4"), "/")
	return o, cmp.Or(knowledge.ValidateSchema(o.Schema), checkAddress("API", o.API), checkAddress("R2Endpoint", o.R2Endpoint), o.Policy.Validate())
}

func checkAddress(name, text string) error {
	u, err := url.Parse(text)
	if err != nil || u.Host == "" || u.User != nil || u.Scheme != "https" && u.Scheme != "http" {
		return fmt.Errorf("cloudflare: Options.%s is not an http or https address", name)
	}
	return nil
}
