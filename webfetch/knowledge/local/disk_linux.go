package local

import (
	"path/filepath"

	"golang.org/x/sys/unix"
)

// onNetwork reports a file whose folder is on a network file system.
func onNetwork(path string) (bool, error) {
	var stat unix.Statfs_t
	if err := unix.Statfs(filepath.Dir(path), &stat); err != nil {
		return false, err
	}
	return isNetworkType(int64(stat.Type)), nil
}

// isNetworkType knows the numbers of file systems (linux/magic.h) whose files
// another machine may have open.
func isNetworkType(number int64) bool {
	switch uint32(number) {
	case 0x6969, // NFS
		0x517b,     // SMB
		0xff534d42, // CIFS
		0xfe534d42, // SMB 2
		0x01021997, // 9P
		0x5346414f, // AFS
		0x6b414653, // kAFS
		0x00c36400, // Ceph
		0x0bd00bd0, // Lustre
		0x73757245, // Coda
		0x47504653: // GPFS
		return true
	}
	return false
}
