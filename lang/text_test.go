package lang_test

import (
	"testing"

	"segnapunti/lang"
)

func find(t *testing.T, id string) *lang.Language {
	t.Helper()
	l, ok := lang.Find(id)
	if !ok {
		t.Fatalf("no language %q", id)
	}
	return l
}

func TestText(t *testing.T) {
	type args = map[string]any
	tests := []struct {
		name, lang, key string
		args            args
		want            string
	}{
		{
			"ints", "en", "fault.bad_dice",
			args{"want": 5, "faces": 6, "got": []int{1, 7}},
			"Give exactly 5 dice, each a whole number from 1 to 6.",
		},
		{
			"list of ints", "it", "fault.impossible_points",
			args{"box": "Full", "got": 24, "allowed": []int{0, 25}},
			"Il valore 24 non è possibile per «Full». Possibili: 0, 25.",
		},
		{
			"list of strings", "de", "fault.unknown_option",
			args{"option": "jokr", "allowed": []string{"joker", "order"}},
			"Dieses Regelwerk hat keine Option „jokr“. Bekannt: joker, order.",
		},
		{
			"empty list", "en", "fault.unknown_parameter",
			args{"parameter": "x", "allowed": []string{}},
			"There is no parameter “x”. Known: –.",
		},
		{
			"other types", "en", "fault.not_allowed",
			args{"got": 2.5, "allowed": []int{2}},
			"The value “2.5” is not allowed here. Allowed: 2.",
		},
		{
			"French no-break spaces", "fr", "fault.box_filled",
			args{"box": "Full"},
			"La case «\u00a0Full\u00a0» est déjà remplie.",
		},
		{
			"a value is not filled again", "en", "fault.not_your_turn",
			args{"name": "{seat}", "seat": 2},
			"It is the turn of {seat} (seat 2).",
		},
		{
			"missing value", "en", "fault.unknown_turn", nil,
			"The game has no turn {turn}.",
		},
		{"hint", "nb", "hint.face_1", nil, "sum av enere"},
		{"type", "it", "type.integer", nil, "numero intero"},
		{"unknown key", "it", "fault.no_such", args{"got": 1}, "fault.no_such"},
		{"unknown hint", "it", "hint.no_such", nil, "hint.no_such"},
		{"empty key", "it", "", nil, ""},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			if got := find(t, test.lang).Text(test.key, test.args); got != test.want {
				t.Errorf("got  %q\nwant %q", got, test.want)
			}
		})
	}
}

func TestHint(t *testing.T) {
	args := map[string]any{
		"length": 4, "points": 30, "served": 25, "groups": "3 + 2", "count": 3,
		"dice": "1-2-3-4-5, 2-3-4-5-6", "box": "Generala", "at": 63, "plus": 5,
	}
	tests := []struct {
		lang string
		keys []string
		want string
	}{
		{"en", []string{"run", "fixed"}, "sequence of 4 · 30 points"},
		{"en", []string{"dice", "fixed"}, "1-2-3-4-5, 2-3-4-5-6 · 30 points"},
		{"en", []string{"needs"}, "after Generala"},
		{"en", []string{"bonus_at"}, "30 points from 63 on"},
		{"it", []string{"groups", "sum_all"}, "3 + 2 uguali · somma di tutti i dadi"},
		{"it", []string{"face_1"}, "somma degli Assi"},
		{"de", []string{"face_6"}, "nur Sechser zählen"},
		{"sv", []string{"equal", "sum_matching"}, "3 lika · summan av dessa tärningar"},
		{"fi", []string{"plus"}, "kaikkien noppien summa + 5"},
		{"en", nil, ""},
	}
	for _, test := range tests {
		if got := find(t, test.lang).Hint(test.keys, args); got != test.want {
			t.Errorf("%s %v: got %q, want %q", test.lang, test.keys, got, test.want)
		}
	}
}

func TestTerm(t *testing.T) {
	tests := []struct{ lang, key, want string }{
		{"it", "score_sheet", "Foglio segnapunti"},
		{"it", "match", "Gara"},
		{"eu", "bonus", "Hobaria"},
		{"nl", "grand_total", "Totaal generaal"},
		{"da", "upper_section", "Øverste sektion"},
		{"nb", "lower_section", "Under streken"},
		{"fi", "score_sheet", "Pöytäkirja"},
		{"it", "no_such_term", "no_such_term"},
	}
	for _, test := range tests {
		if got := find(t, test.lang).Term(test.key); got != test.want {
			t.Errorf("%s %s: got %q, want %q", test.lang, test.key, got, test.want)
		}
	}
}

func TestRuleSet(t *testing.T) {
	if got, ok := find(t, "it").RuleSet("yatzy-13"); got != "Yatzy, 13 mani" || !ok {
		t.Errorf("got %q, %v", got, ok)
	}
	if got, ok := find(t, "it").RuleSet("my-house"); got != "" || ok {
		t.Errorf("unknown rule set: got %q, %v", got, ok)
	}
}
