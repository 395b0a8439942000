package meta

import (
	"net/url"
	"testing"

	"github.com/stretchr/testify/assert"
)

func TestHostName(t *testing.T) {
	for host, want := range map[string]string{"www.shore.example": "shore", "news.shore.co.example": "shore", "shore.example": "shore", "localhost": "", "": ""} {
		assert.Equal(t, want, hostName(&url.URL{Host: host}), host)
	}
	assert.Empty(t, hostName(nil))
}
