package local_test

import (
	"testing"

	"github.com/webfetch-mcp/webfetch-go/webfetch/knowledge/local"
)

func TestIsNetworkType(t *testing.T) {
	for number, want := range map[int64]bool{
		0x6969: true, 0xff534d42: true, -0xacb2be: true /* the same as a signed number of 32 bits */, 0x01021997: true,
		0xef53: false /* ext4 */, 0x01021994: false /* tmpfs */, 0x9123683e: false /* btrfs */, 0: false,
	} {
		if got := local.IsNetworkType(number); got != want {
			t.Errorf("isNetworkType(%#x) = %v, want %v", number, got, want)
		}
	}
}
