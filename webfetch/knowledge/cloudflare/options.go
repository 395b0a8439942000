package cloudflare

import (
	"cmp"
	"errors"
	"fmt"
	"net/http"
	"net/url"
	"strings"
	"time"

	"github.com/webfetch-mcp/webfetch-go/security"
	"github.com/webfetch-mcp/webfetch-go/webfetch/knowledge"
)

const (
	defaultAPI       = "https://api.cloudflare.com/client/v4"
	defaultNamespace = "default"
	maxFields        = 5 // that an instance can filter by
	maxItemKey       = 128
)

// Options configure a [Base]. AccountID, Instance and Token are required.
type Options struct {
	// AccountID is the Cloudflare account, Instance the AI Search instance.
	AccountID, Instance string
	// Token is an API token with the permissions AI Search Edit and Run.
	Token string
	// R2 is the bucket that the instance reads. Nil means the storage of the
	// instance, through the Items API.
	R2 *R2Options
	// Namespace is that of the instance. Zero means "default".
	Namespace string
	// API is the address of the API. Zero means Cloudflare's.
	API string
	// Schema is the custom metadata that the instance declares, at most 5
	// fields. Only they can be filtered by. Zero means none.
	Schema knowledge.Schema
	// Policy decides where connections may lead. Nil is the zero Policy: the
	// public internet.
	Policy *security.Policy
	// Transport sends the requests in place of one made for Policy, which then
	// has no effect. Nil means one for Policy.
	Transport http.RoundTripper
	// Timeout bounds one call of the API with its retries. Zero means 60
	// seconds.
	Timeout time.Duration
	// MaxFileBytes is the size from which on a document is stored in parts, for
	// documents that don't say. Zero means knowledge.DefaultMaxFileBytes, which
	// is the most that AI Search reads.
	MaxFileBytes int
	// NoJobs leaves synchronization to the schedule of the instance.
	NoJobs bool
	// Now is the clock. Nil means time.Now.
	Now func() time.Time

	// retryWait bounds the waits between attempts at R2. Zero means 5 seconds.
	retryWait time.Duration
}

// R2Options are the access to a bucket.
type R2Options struct {
	// Bucket, AccessKeyID and SecretAccessKey are required.
	Bucket, AccessKeyID, SecretAccessKey string
	// Endpoint is the address of the S3 API. Zero means that of the account.
	Endpoint string
}

// checked returns the options with their defaults, or what is wrong with them.
func (o Options) checked() (Options, error) {
	for name, value := range map[string]string{"AccountID": o.AccountID, "Instance": o.Instance, "Token": o.Token} {
		if value == "" {
			return o, fmt.Errorf("cloudflare: Options.%s is required", name)
		}
	}
	if len(o.Instance) > 64 || strings.Trim(o.Instance, "abcdefghijklmnopqrstuvwxyz0123456789-_") != "" {
		return o, errors.New("cloudflare: Options.Instance is not 1 to 64 of a-z, 0-9, - and _")
	}
	if err := o.Schema.Validate(); err != nil {
		return o, err
	}
	if len(o.Schema) > maxFields {
		return o, fmt.Errorf("cloudflare: Options.Schema has more than %d fields", maxFields)
	}
	o.Namespace = cmp.Or(o.Namespace, defaultNamespace)
	o.API = strings.TrimRight(cmp.Or(o.API, defaultAPI), "/")
	if err := checkAddress("API", o.API); err != nil {
		return o, err
	}
	if o.Now == nil {
		o.Now = time.Now
	}
	if o.R2 != nil {
		return o.checkedR2()
	}
	return o, o.Policy.Validate()
}

func (o Options) checkedR2() (Options, error) {
	r2 := *o.R2
	if r2.Bucket == "" || r2.AccessKeyID == "" || r2.SecretAccessKey == "" {
		return o, errors.New("cloudflare: Options.R2 needs Bucket, AccessKeyID and SecretAccessKey")
	}
	r2.Endpoint = cmp.Or(r2.Endpoint, "https://"+o.AccountID+".r2.cloudflarestorage.com")
	if err := checkAddress("R2.Endpoint", r2.Endpoint); err != nil {
		return o, err
	}
	o.R2 = &r2
	return o, o.Policy.Validate()
}

func checkAddress(name, text string) error {
	u, err := url.Parse(text)
	if err != nil || u.Host == "" || u.User != nil || u.Scheme != "https" && u.Scheme != "http" {
		return fmt.Errorf("cloudflare: Options.%s is not an http or https address", name)
	}
	return nil
}

// url is the address of a call below the instance.
func (o Options) url(path string) string {
	return o.API + "/accounts/" + url.PathEscape(o.AccountID) + "/ai-search/namespaces/" + url.PathEscape(o.Namespace) + "/instances/" + o.Instance + path
}
