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
#include "reading.h"

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

static int dearest_tiles(int wanted) { /* what so many tiles of the rack are worth at most */
  int of_points[100] = {0}, sum = 0;
  for (int which = 0; which < count; which++) of_points[symbols[which].points] += symbols[which].held;
  for (int points = highest; points > 0 && wanted > 0; points--) {
    int taken = of_points[points] < wanted ? of_points[points] : wanted;
    sum += taken * points;
    wanted -= taken;
  }
  return sum;
}

static int at_most(const Place *p, int at, int left, int tiles, int factor, int crossed) {
  int old = tiles, laid_tiles = 0, best_square = 1;
  for (int i = at; i < size; i++) {
    int row = ROW(p->direction, p->line, i), column = COLUMN(p->direction, p->line, i);
    if (board[row][column] >= 0) { tiles += worth[row][column]; old += worth[row][column]; continue; }
    if (!left--) break;
    laid_tiles++;
    if (tile[row][column] > best_square) best_square = tile[row][column];
    tiles += highest * tile[row][column];
    factor *= whole[row][column];
    crossed += dearest[!p->direction][row][column];
  }
  int other = old + best_square * dearest_tiles(laid_tiles);
  return (other < tiles ? other : tiles) * factor + crossed;
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
