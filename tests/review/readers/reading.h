/* Reading a line of tiles while it grows: what it may be, and its exact value (N4-N8, E5-E8). */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

typedef __int128 Int;
typedef struct { Int over, under; } Value;
enum { DIGIT, PLUS, MINUS, TIMES, OVER, EQUALS, FRACTION, NEGATIVE, POWER };
enum { BETWEEN_MEMBERS, AFTER_SIGN, IN_NUMBER };
enum { ILLEGAL, PLAIN, COMPLETE };
#define MOST 20
#define MOST_SYMBOLS 64

typedef struct { int kind, one, two, points, held, blank; } Symbol;
typedef struct {
  int phase, unary, closed, negative, digits, operation, sign;
  int equals, empty_first, known, length;
  Value number, term, sum, value;
  int line[MOST];
} Reading;
typedef struct { int kind, points; } Crossing; /* points of the old tiles and of the value */

static int game, below_zero, apart, size, hand, all_bonus, least, most, blanks, count;
static Symbol symbols[MOST_SYMBOLS];
static int board[MOST][MOST], worth[MOST][MOST], tile[MOST][MOST], whole[MOST][MOST];
static Crossing crossings[2][MOST][MOST][MOST_SYMBOLS];
static int dearest[2][MOST][MOST]; /* the most that a crossing line can earn there */
static int beside[MOST][MOST], is_empty_board = 1, highest;
static long found, overflows;

static int product(Int a, Int b, Int *out) {
  if (__builtin_mul_overflow(a, b, out)) { overflows++; return 0; }
  return 1;
}
static int plus(Int a, Int b, Int *out) {
  if (__builtin_add_overflow(a, b, out)) { overflows++; return 0; }
  return 1;
}
static Int divisor(Int a, Int b) { while (b) { Int c = a % b; a = b; b = c; } return a < 0 ? -a : a; }
static void reduce(Value *v) {
  if (v->under < 0) { v->under = -v->under; v->over = -v->over; }
  Int common = divisor(v->over, v->under);
  if (common > 1) { v->over /= common; v->under /= common; }
}
static int times(Value a, Value b, Value *out) {
  return product(a.over, b.over, &out->over) && product(a.under, b.under, &out->under);
}
static int add(Value a, Value b, Value *out) {
  Int x, y;
  return product(a.over, b.under, &x) && product(b.over, a.under, &y) && plus(x, y, &out->over) &&
         product(a.under, b.under, &out->under);
}

static void begin_member(Reading *r) {
  r->phase = BETWEEN_MEMBERS; r->unary = 0; r->sign = 1; r->operation = 0;
  r->sum = (Value){0, 1};
}
static void begin(Reading *r) { memset(r, 0, sizeof *r); begin_member(r); }

static int end_number(Reading *r) {
  Value number = r->number;
  if (r->unary && number.over == 0) return 0; /* -0 */
  if (r->unary || r->negative) number.over = -number.over;
  r->unary = 0;
  if (!r->operation) r->term = number;
  else if (r->operation == TIMES) { if (!times(r->term, number, &r->term)) return 0; }
  else {
    if (number.over == 0) return 0;
    if (!times(r->term, (Value){number.under, number.over}, &r->term)) return 0;
  }
  reduce(&r->term);
  return 1;
}
static int end_term(Reading *r) {
  if (!end_number(r)) return 0;
  Value term = r->term;
  if (r->sign < 0) term.over = -term.over;
  if (!add(r->sum, term, &r->sum)) return 0;
  reduce(&r->sum);
  return below_zero || r->sum.over >= 0;
}
static int end_member(Reading *r) {
  if (!end_term(r)) return 0;
  if (r->known && (r->value.over != r->sum.over || r->value.under != r->sum.under)) return 0;
  r->known = 1; r->value = r->sum;
  return 1;
}
static void begin_number(Reading *r, Int number, int negative) {
  r->number = (Value){number, 1}; r->negative = negative; r->closed = 0; r->digits = 1;
  r->phase = IN_NUMBER;
}
static int read_digit(Reading *r, int digit) {
  if (r->phase != IN_NUMBER) { begin_number(r, digit, 0); return 1; }
  if (r->closed || (r->digits == 1 && r->number.over == 0)) return 0;
  r->digits++;
  return product(r->number.over, 10, &r->number.over) && plus(r->number.over, digit, &r->number.over);
}
static int read_fraction(Reading *r, int over, int under) {
  if (r->phase != IN_NUMBER) { begin_number(r, 0, 0); }
  else if (r->closed || over >= under || (r->digits == 1 && r->number.over == 0)) return 0;
  if (!add(r->number, (Value){over, under}, &r->number)) return 0;
  reduce(&r->number);
  r->closed = 1;
  return 1;
}
static int read_power(Reading *r, int digit, int exponent) {
  if (r->phase == IN_NUMBER && (r->closed || r->negative)) return 0;
  if (!read_digit(r, digit)) return 0;
  Value base = r->number, power = {1, 1};
  if (exponent < 0) { base = (Value){base.under, base.over}; exponent = -exponent; }
  while (exponent--) if (!times(power, base, &power)) return 0;
  r->number = power; r->closed = 1;
  return 1;
}
static int read_sign(Reading *r, int kind) {
  if (r->phase != IN_NUMBER) { /* a sign of a number, in Numerica alone, and once */
    if (game != 0 || kind != MINUS || r->unary) return 0;
    r->unary = 1;
    return 1;
  }
  if (kind == PLUS || kind == MINUS) {
    if (!end_term(r)) return 0;
    r->sign = kind == PLUS ? 1 : -1; r->operation = 0;
  } else {
    if (!end_number(r)) return 0;
    r->operation = kind;
  }
  r->phase = AFTER_SIGN;
  return 1;
}
static int read_equals(Reading *r) {
  if (r->phase == IN_NUMBER) { if (!end_member(r)) return 0; }
  else if (game != 0 || r->phase != BETWEEN_MEMBERS || r->unary || r->equals) return 0;
  else r->empty_first = 1;
  r->equals++;
  begin_member(r);
  return game == 0 || r->equals == 1;
}
static int read_symbol(Reading *r, int which) {
  Symbol *s = &symbols[which];
  r->line[r->length++] = which;
  switch (s->kind) {
    case DIGIT: return read_digit(r, s->one);
    case FRACTION: return read_fraction(r, s->one, s->two);
    case NEGATIVE: if (r->phase == IN_NUMBER) return 0; begin_number(r, s->one, 1); return 1;
    case POWER: return read_power(r, s->one, s->two);
    case EQUALS: return read_equals(r);
    default: return read_sign(r, s->kind);
  }
}
static int has_twins(const Reading *r) { /* two members written alike (N7) */
  int starts[MOST + 1], ends[MOST + 1], members = 0, start = 0;
  for (int at = 0; at <= r->length; at++)
    if (at == r->length || symbols[r->line[at]].kind == EQUALS) {
      if (at > start) { starts[members] = start; ends[members++] = at; }
      start = at + 1;
    }
  for (int a = 0; a < members; a++)
    for (int b = 0; b < a; b++)
      if (ends[a] - starts[a] == ends[b] - starts[b] &&
          !memcmp(r->line + starts[a], r->line + starts[b], sizeof(int) * (ends[a] - starts[a])))
        return 1;
  return 0;
}
static int end_line(const Reading *line, Value *value) {
  Reading r = *line;
  if (r.phase == IN_NUMBER) {
    if (!end_member(&r)) return ILLEGAL;
    if (game == 0 && r.equals && has_twins(&r)) return ILLEGAL;
    *value = r.value;
    return r.equals && !r.empty_first ? COMPLETE : PLAIN;
  }
  int ends_empty = r.phase == BETWEEN_MEMBERS && !r.unary && r.equals && !r.empty_first;
  return game == 0 && ends_empty && !has_twins(&r) ? PLAIN : ILLEGAL;
}
static int for_value(Value value) { return game == 0 ? 20 * ((int)value.under - 1) : 0; }

