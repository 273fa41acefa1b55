package pdf

import "testing"

// BenchmarkPad makes the usual pad. Hold it against BenchmarkEmptyPage of the
// same run: what lies between is ours, the rest is the library and its fonts.
func BenchmarkPad(b *testing.B) {
	rules, o := ruleSet(b, "yahtzee"), PadOptions{Paper: A4, Language: language(b, "en")}
	b.ReportAllocs()
	for b.Loop() {
		if _, err := Pad(rules, o); err != nil {
			b.Fatal(err)
		}
	}
}

// BenchmarkEmptyPage is the floor: both fonts and one page with a word in each.
func BenchmarkEmptyPage(b *testing.B) {
	whole, printed := sheet(A4)
	p := &page{paper: whole, title: "Empty", subject: "empty", lang: "en"}
	p.write(printed, say(regular, "Hamburg"), headSize, left)
	p.write(printed, say(bold, "Hamburg"), headSize, right)
	b.ReportAllocs()
	for b.Loop() {
		if _, err := p.render(); err != nil {
			b.Fatal(err)
		}
	}
}

// BenchmarkLayout is the part of BenchmarkPad without the library.
func BenchmarkLayout(b *testing.B) {
	rules, o := ruleSet(b, "yahtzee"), PadOptions{Paper: A4, Language: language(b, "en")}
	b.ReportAllocs()
	for b.Loop() {
		if _, err := padPage(rules, o); err != nil {
			b.Fatal(err)
		}
	}
}
