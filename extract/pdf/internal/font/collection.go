package font

func collectionText(ordering string, cid uint32) string { return "" }
