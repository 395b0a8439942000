package wiretest

import (
	"encoding/binary"
	"net/netip"
	"syscall"
	"testing"
)

// Sniff notes the target of every TCP connection and every datagram on all
// interfaces of the network namespace. The function that it returns ends it and
// returns the targets. Without the right to open a packet socket the test fails.
func Sniff(t testing.TB) func() map[netip.AddrPort]bool {
	const allProtocols = 0x0300 // ETH_P_ALL in network order
	fd, err := syscall.Socket(syscall.AF_PACKET, syscall.SOCK_RAW, allProtocols)
	if err != nil {
		t.Fatal(err)
	}
	if err := syscall.SetsockoptTimeval(fd, syscall.SOL_SOCKET, syscall.SO_RCVTIMEO, &syscall.Timeval{Usec: 100_000}); err != nil {
		t.Fatal(err)
	}
	if err := syscall.SetsockoptInt(fd, syscall.SOL_SOCKET, syscall.SO_RCVBUF, 32<<20); err != nil {
		t.Fatal(err)
	}
	end, done := make(chan struct{}), make(chan struct{})
	seen := map[netip.AddrPort]bool{}
	go func() {
		defer close(done)
		packet := make([]byte, 1<<16)
		for {
			n, _, err := syscall.Recvfrom(fd, packet, 0)
			if target, opens := opened(packet[:max(n, 0)]); err == nil && opens {
				seen[target] = true
			}
			select {
			case <-end:
				if err != nil { // nothing more is waiting
					return
				}
			default:
			}
		}
	}()
	return func() map[netip.AddrPort]bool {
		close(end)
		<-done
		_ = syscall.Close(fd)
		return seen
	}
}

// opened returns the target of a frame that opens a TCP connection or holds a
// datagram.
func opened(frame []byte) (target netip.AddrPort, opens bool) {
	if len(frame) < 14+20 {
		return target, false
	}
	var addr netip.Addr
	var protocol byte
	packet := frame[14:]
	switch packet[0] >> 4 {
	case 4:
		addr, protocol, packet = netip.AddrFrom4([4]byte(packet[16:20])), packet[9], packet[int(packet[0]&15)*4:]
	case 6:
		if len(packet) < 40 {
			return target, false
		}
		addr, protocol, packet = netip.AddrFrom16([16]byte(packet[24:40])), packet[6], packet[40:]
	}
	const syn, ack = 0x02, 0x10
	switch {
	case protocol == syscall.IPPROTO_UDP && len(packet) >= 4:
	case protocol == syscall.IPPROTO_TCP && len(packet) >= 14 && packet[13]&(syn|ack) == syn:
	default:
		return target, false
	}
	return netip.AddrPortFrom(addr, binary.BigEndian.Uint16(packet[2:4])), true
}
