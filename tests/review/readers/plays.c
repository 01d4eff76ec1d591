/* Every play of Numerica or Equate that earns more than so many points, found by trying.

It is written from the rules alone (N3-N10, E5-E11, E16, E21) and shares nothing with the engine:
tiles are put down one after the other from every empty square on, and a line is read while it
grows. What can no longer earn enough is left out. The tests compare it with trying in Python, and
the rules check each play that it gives.

Input, numbers apart from one another by white space:
  game (0 Numerica, 1 Equate), results below zero allowed, stage 1, size, hand, bonus for all,
  least points, most plays to print;
  symbols: how many, then of each its kind, two numbers, its points, how many are held, whether a
  blank may stand for it; blanks held;
  the board row by row: symbol (-1 for none), points of the tile, factor of the tile, of the line.
Output: a line for each play: points, direction, row, column, and a token for each square: `.` for
a covered one, else the symbol, with `?` before it for a blank. Then `end` and how many there are.
*/
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

/* --- reading a line while it grows --- */

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

/* --- the board --- */

static int covered(int direction, int line, int at) {
  return direction ? board[at][line] : board[line][at];
}
#define ROW(direction, line, at) ((direction) ? (at) : (line))
#define COLUMN(direction, line, at) ((direction) ? (line) : (at))

static void cross(int direction, int line, int at) { /* the line in this direction through it */
  int row = ROW(direction, line, at), column = COLUMN(direction, line, at);
  int first = at, last = at;
  while (first > 0 && covered(direction, line, first - 1) >= 0) first--;
  while (last + 1 < size && covered(direction, line, last + 1) >= 0) last++;
  for (int which = 0; which < count; which++) {
    Crossing *c = &crossings[direction][row][column][which];
    if (first == last) { *c = (Crossing){PLAIN, 0}; continue; }
    Reading r; Value value; int old = 0, is_legal = 1;
    begin(&r);
    for (int i = first; i <= last && is_legal; i++) {
      is_legal = read_symbol(&r, i == at ? which : covered(direction, line, i));
      if (i != at) old += worth[ROW(direction, line, i)][COLUMN(direction, line, i)];
    }
    int kind = is_legal ? end_line(&r, &value) : ILLEGAL;
    *c = (Crossing){kind, kind == COMPLETE ? old * whole[row][column] + for_value(value) : 0};
    if (kind == COMPLETE) {
      int earned = c->points + highest * tile[row][column] * whole[row][column];
      if (earned > dearest[direction][row][column]) dearest[direction][row][column] = earned;
    }
  }
}

/* --- trying --- */

typedef struct { int direction, line, start, slashes; } Place;
static int laid[MOST], laid_blank[MOST];

static void print_play(const Place *p, int last, int points) {
  found++;
  if (found > most) return;
  printf("%d %d %d %d", points, p->direction, ROW(p->direction, p->line, p->start),
         COLUMN(p->direction, p->line, p->start));
  for (int at = p->start; at <= last; at++) {
    if (covered(p->direction, p->line, at) >= 0) printf(" .");
    else printf(" %s%d", laid_blank[at] ? "?" : "", laid[at]);
  }
  printf("\n");
}

static int at_most(const Place *p, int at, int left, int tiles, int factor, int crossed) {
  for (int i = at; i < size; i++) {
    int row = ROW(p->direction, p->line, i), column = COLUMN(p->direction, p->line, i);
    if (board[row][column] >= 0) { tiles += worth[row][column]; continue; }
    if (!left--) break;
    tiles += highest * tile[row][column];
    factor *= whole[row][column];
    crossed += dearest[!p->direction][row][column];
  }
  return tiles * factor + crossed;
}

static void lay(const Place *p, int at, const Reading *before, int own, int new_tiles, int touching,
                int tiles, int factor, int crossed, int has_complete);

static void lay_symbol(const Place *p, int at, const Reading *before, int which, int is_blank,
                       int own, int new_tiles, int touching, int tiles, int factor, int crossed,
                       int has_complete) {
  int row = ROW(p->direction, p->line, at), column = COLUMN(p->direction, p->line, at);
  Crossing *c = &crossings[!p->direction][row][column][which];
  if (c->kind == ILLEGAL) return;
  Reading r = *before;
  int is_alone = !r.length && (at + 1 == size || covered(p->direction, p->line, at + 1) < 0);
  int is_read = read_symbol(&r, which);
  if (!is_read && !is_alone) return;
  int points = is_blank ? 0 : symbols[which].points;
  tiles += points * tile[row][column];
  factor *= whole[row][column];
  if (c->kind == COMPLETE) {
    crossed += c->points + points * tile[row][column] * whole[row][column];
    has_complete = 1;
  }
  touching |= is_empty_board && !apart ? row == size / 2 && column == size / 2 : beside[row][column];
  laid[at] = which; laid_blank[at] = is_blank;
  new_tiles += 1;
  own += symbols[which].kind != EQUALS || game == 0;
  int next = at + 1;
  while (next < size && covered(p->direction, p->line, next) >= 0) {
    if (!read_symbol(&r, covered(p->direction, p->line, next))) return;
    tiles += worth[ROW(p->direction, p->line, next)][COLUMN(p->direction, p->line, next)];
    next++;
  }
  if (apart ? !touching : touching) {
    Value value = {0, 1};
    int kind = is_alone ? PLAIN : end_line(&r, &value);
    if (kind != ILLEGAL && !(p->direction == 1 && new_tiles == 1)) { /* one tile is written across */
      int earned = crossed + (kind == COMPLETE ? tiles * factor + for_value(value) : 0);
      int complete = has_complete || kind == COMPLETE;
      if (own == hand && (game == 0 || kind == COMPLETE)) earned += all_bonus;
      if ((game == 0 || apart ? complete : 1) && earned > least) print_play(p, at, earned);
    }
  }
  if (is_read && next < size && (!apart || !touching))
    lay(p, next, &r, own, new_tiles, touching, tiles, factor, crossed, has_complete);
}

static void lay(const Place *p, int at, const Reading *r, int own, int new_tiles, int touching,
                int tiles, int factor, int crossed, int has_complete) {
  int left = blanks;
  for (int which = 0; which < count; which++)
    left += symbols[which].kind == EQUALS && game ? 1 : symbols[which].held;
  int is_open = game == 0 && !r->known && p->slashes >= 2;
  if (!is_open) {
    int bound = at_most(p, at, left, tiles, factor, crossed) + all_bonus * (own + left >= hand);
    if (r->known) bound += for_value(r->value);
    if (bound <= least) return;
  }
  for (int which = 0; which < count; which++) {
    if (symbols[which].held) {
      symbols[which].held--;
      lay_symbol(p, at, r, which, 0, own, new_tiles, touching, tiles, factor, crossed, has_complete);
      symbols[which].held++;
    }
    if (blanks && symbols[which].blank) {
      blanks--;
      lay_symbol(p, at, r, which, 1, own, new_tiles, touching, tiles, factor, crossed, has_complete);
      blanks++;
    }
  }
}

static void try_place(int direction, int line, int start) {
  Place p = {direction, line, start, blanks};
  Reading r;
  int first = start, tiles = 0;
  begin(&r);
  while (first > 0 && covered(direction, line, first - 1) >= 0) first--;
  for (int at = first; at < start; at++) {
    if (!read_symbol(&r, covered(direction, line, at))) return;
    tiles += worth[ROW(direction, line, at)][COLUMN(direction, line, at)];
  }
  for (int which = 0; which < count; which++)
    if (symbols[which].kind == OVER) {
      p.slashes += symbols[which].held;
      for (int at = 0; at < size; at++) p.slashes += covered(direction, line, at) == which;
    }
  lay(&p, start, &r, 0, 0, 0, tiles, 1, 0, 0);
}

int main(void) {
  if (scanf("%d%d%d%d%d%d%d%d%d", &game, &below_zero, &apart, &size, &hand, &all_bonus, &least, &most,
            &count) != 9 || size > MOST - 1 || count > MOST_SYMBOLS)
    return 2;
  for (int i = 0; i < count; i++) {
    Symbol *s = &symbols[i];
    if (scanf("%d%d%d%d%d%d", &s->kind, &s->one, &s->two, &s->points, &s->held, &s->blank) != 6) return 2;
    if (s->held && s->points > highest) highest = s->points;
  }
  if (scanf("%d", &blanks) != 1) return 2;
  for (int row = 0; row < size; row++)
    for (int column = 0; column < size; column++) {
      if (scanf("%d%d%d%d", &board[row][column], &worth[row][column], &tile[row][column],
                &whole[row][column]) != 4)
        return 2;
      if (board[row][column] >= 0) is_empty_board = 0;
    }
  for (int row = 0; row < size; row++)
    for (int column = 0; column < size; column++) {
      if (row && board[row - 1][column] >= 0) beside[row][column] = 1;
      if (column && board[row][column - 1] >= 0) beside[row][column] = 1;
      if (row + 1 < size && board[row + 1][column] >= 0) beside[row][column] = 1;
      if (column + 1 < size && board[row][column + 1] >= 0) beside[row][column] = 1;
      if (board[row][column] < 0)
        for (int direction = 0; direction < 2; direction++)
          cross(direction, direction ? column : row, direction ? row : column);
    }
  for (int direction = 0; direction < (apart ? 1 : 2); direction++)
    for (int line = 0; line < size; line++)
      for (int start = 0; start < size; start++)
        if (covered(direction, line, start) < 0) try_place(direction, line, start);
  printf("end %ld %ld\n", found, overflows);
  return 0;
}
