package lang

import (
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

var placeholder = regexp.MustCompile(`\{[^}]*\}?`)

func placeholders(text string) []string {
	found := placeholder.FindAllString(text, -1)
	slices.Sort(found)
	return slices.Compact(found)
}

// faults names every code with the values that its detail can count on.
var faults = map[string]string{
	"unknown_match": "", "match_game_open": "", "match_over": "", "not_tied": "", "ruleset_mismatch": "",
	"unknown_player": "", "name_taken": "", "merge_self": "", "already_merged": "", "not_merged": "", "same_game": "",
	"seat_left": "seat", "mixed_paper": "", "card_incomplete": "open", "impossible_total": "got max",
	"game_abandoned": "", "not_abandoned": "", "game_started": "", "bad_seat_order": "seats",
	"too_late_to_join": "", "last_player": "", "bad_status": "",
	"invalid_json": "", "empty_body": "", "trailing_data": "", "invalid_utf8": "",
	"wrong_type": "expected found", "null_value": "expected",
	"unknown_field": "field", "missing_field": "field", "duplicate_field": "field",
	"too_few_items": "min got", "too_many_items": "max got", "too_long": "max got", "too_short": "min",
	"out_of_range": "min max got", "not_allowed": "allowed got",
	"bad_parameter": "parameter got allowed", "unknown_parameter": "parameter allowed", "missing_parameter": "parameter",
	"bad_header": "header allowed", "bad_request": "", "not_found": "",
	"unknown_ruleset": "ruleset allowed", "unknown_game": "", "unknown_turn": "turn",
	"method_not_allowed": "allowed", "not_acceptable": "", "unsupported_media_type": "allowed", "body_too_large": "limit",
	"unknown_option": "option allowed", "bad_option": "option got allowed",
	"bad_dice": "want faces got", "bad_rolls": "min max got",
	"unknown_category": "category allowed", "unknown_column": "column columns",
	"box_filled": "box", "card_complete": "", "impossible_points": "box got allowed", "points_mismatch": "box got want",
	"dice_or_points": "", "joker_must_use_upper": "box", "joker_must_use_lower": "",
	"order_upper_first": "", "order_next_box": "box", "column_order": "column",
	"needs_generala": "box", "served_generala_ends": "", "bad_extra_yahtzees": "got max",
	"bad_name": "max", "duplicate_name": "name", "too_many_players": "max got", "no_players": "",
	"bad_title": "max", "bad_date": "", "unknown_seat": "seat seats", "not_your_turn": "seat name", "game_over": "",
	"later_turn_illegal": "turn reason", "not_last_turn": "turn last", "version_mismatch": "version",
	"turn_conflict": "", "idempotency_key_reused": "", "unavailable": "", "internal_error": "request_id",
	"bad_definition": "reason", "bad_id": "got", "bad_time": "got", "contradiction": "got want", "duplicate_id": "id",
	"import_conflict": "id", "unknown_reference": "id", "unsupported_format": "got allowed",
	"no_rolls": "", "tied_rolls": "", "players_mismatch": "",
}

// hints names every hint with its values.
var hints = map[string]string{
	"face_1": "", "face_2": "", "face_3": "", "face_4": "", "face_5": "", "face_6": "",
	"equal": "count", "groups": "groups", "run": "length", "dice": "dice", "sum_all": "", "sum_matching": "",
	"fixed": "points", "served": "points served", "plus": "plus", "plus_matching": "plus",
	"needs": "box", "bonus_at": "points at", "per_extra": "points",
}

var jsonTypes = []string{"object", "array", "string", "number", "integer", "boolean", "null"}

// A title never varies, a hint uses all its values, a detail may leave some out.
func TestPlaceholdersAreKnown(t *testing.T) {
	for _, l := range All() {
		for code, args := range faults {
			for _, p := range placeholders(l.catalogue.Texts["fault."+code]) {
				if !slices.Contains(strings.Fields(args), strings.Trim(p, "{}")) {
					t.Errorf("%s: fault.%s has unknown placeholder %s", l.ID(), code, p)
				}
			}
		}
		for key, args := range hints {
			var want []string
			for _, arg := range strings.Fields(args) {
				want = append(want, "{"+arg+"}")
			}
			slices.Sort(want)
			if diff := cmp.Diff(want, placeholders(l.catalogue.Hints[key])); diff != "" {
				t.Errorf("%s: hint %s (-want +got):\n%s", l.ID(), key, diff)
			}
		}
	}
}

func TestPlaceholdersEqualEnglish(t *testing.T) {
	english := All()[0].catalogue.all()
	eachString(t, func(t *testing.T, key, value string) {
		if diff := cmp.Diff(placeholders(english[key]), placeholders(value)); diff != "" {
			t.Errorf("%s (-English +this):\n%s", key, diff)
		}
	})
}

func TestTextsAreThoseOfTheCodes(t *testing.T) {
	var want []string
	for code := range faults {
		want = append(want, "problem."+code, "fault."+code)
	}
	for _, name := range jsonTypes {
		want = append(want, "type."+name)
	}
	for key := range All()[0].catalogue.Texts {
		if i := slices.Index(want, key); i >= 0 {
			want = slices.Delete(want, i, i+1)
		} else {
			t.Errorf("text %q belongs to no code", key)
		}
	}
	if len(want) > 0 {
		t.Errorf("texts missing: %v", want)
	}
	for key := range All()[0].catalogue.Hints {
		if _, ok := hints[key]; !ok {
			t.Errorf("hint %q is not listed", key)
		}
	}
}
