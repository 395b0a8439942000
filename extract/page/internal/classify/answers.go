package classify

// A page with at least minQuestions headings or buttons that are questions of minQuestionWords
// words answers them. An answer begins with at least minAnswerWords words.
const (
	minQuestions   = 3
	minAnswerWords = 8
)

// keepAnswers keeps the answers to the questions of a page, up to the first block that scores
// less than a quarter of the threshold: frequently asked questions at the end of a page are
// content though they look like its menus.
func (s *selection) keepAnswers() {
	var questions []int
	for i := range s.kept {
		if s.asks(i) {
			questions = append(questions, i)
		}
	}
	if len(questions) < minQuestions {
		return
	}
	for _, i := range questions {
		parent := s.parentOf(i + 1)
		for j := i + 1; j < len(s.kept) && s.parentOf(j) == parent && !s.isHeading(j) && !s.asks(j) && s.scores[j] >= s.threshold*quarterThreshold; j++ {
			s.kept[j] = true
		}
	}
}

// asks reports whether block i is a heading or the label of a collapsible part that asks a
// question, and a text follows it.
func (s *selection) asks(i int) bool {
	b := &s.page.Blocks[i]
	return b.Last == '?' && b.Words >= minQuestionWords && i+1 < len(s.kept) && (s.isHeading(i) || s.labelsCollapsible(i)) &&
		!s.isHeading(i+1) && s.page.Blocks[i+1].Words >= minAnswerWords && s.page.Elements[b.Element].AnyKinds&boilerplateKinds == 0
}
