package security

import (
	"net"
	"syscall"
)

// WithOwnAddresses returns a Policy for a machine with other addresses than this one.
func WithOwnAddresses(list func() ([]net.Addr, error)) *Policy { return &Policy{ownAddresses: list} }

// Control checks the address of a socket about to be connected.
func Control(p *Policy, network, address string, c syscall.RawConn) error {
	return p.control(network, address, c)
}
