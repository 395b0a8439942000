package robots

import (
	"slices"
	"strings"
)

// tokenCharacters are valid in a product token (RFC 9309, section 2.2.1).
const tokenCharacters = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ_-"

// Token returns the product token of a User-Agent: of the name of its first product (RFC
// 9110, section 10.1.5), the part that RFC 9309 allows in robots.txt. It is "" for a
// User-Agent that begins with none.
func Token(userAgent string) string {
	userAgent = strings.TrimSpace(userAgent)
	return userAgent[:len(userAgent)-len(strings.TrimLeft(userAgent, tokenCharacters))]
}

// Directives returns what values of X-Robots-Tag header fields say to the robot with a
// product token, each directive in lower case and without its value: of "noindex,
// otherbot: noai, unavailable_after: 25 Jun 2026 15:00:00 GMT" that is noindex for all
// robots but otherbot. The name of a robot counts to the end of its value
// (https://developers.google.com/search/docs/crawling-indexing/robots-meta-tag#xrobotstag).
func Directives(values []string, token string) []string {
	var found []string
	for _, value := range values {
		ours, inDate := true, false
		for part := range strings.SplitSeq(strings.ToLower(value), ",") {
			part = strings.TrimSpace(part)
			if inDate && part != "" && part[0] >= '0' && part[0] <= '9' {
				continue // of "Thursday, 25 Jun 2026 15:00:00 GMT"
			}
			name, rest, isNamed := strings.Cut(part, ":")
			if name = strings.TrimSpace(name); isNamed && !slices.Contains(withValue, name) && !strings.ContainsAny(name, " \t") {
				robot, _, _ := strings.Cut(name, "/")
				ours = robot == "" || robot == "*" || strings.EqualFold(robot, token)
				name, _, _ = strings.Cut(strings.TrimSpace(rest), ":")
			}
			if inDate = name == "unavailable_after"; ours {
				found = append(found, strings.Fields(name)...)
			}
		}
	}
	return found
}

// withValue are directives with a colon before their value. Another colon stands after the name
// of a robot.
var withValue = []string{"unavailable_after", "max-snippet", "max-image-preview", "max-video-preview"}
