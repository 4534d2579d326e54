import {
  countKinds,
  checkCriteria,
  passwordKinds,
  findBrokenRule,
} from '#schemas/access/users.rules.ts';
import type { KnownPerson } from '#schemas/platform/common.ts';

export const maxBars = 4;
export type Bars = 1 | 2 | 3 | 4;

/** The score of zxcvbn: 0 is guessed at once, 4 not in a lifetime. */
export type Score = 0 | 1 | 2 | 3 | 4;

const ofScore: Record<Score, Bars> = { 0: 1, 1: 1, 2: 2, 3: 3, 4: 4 };

/**
 * Returns the bars of the meter. All bars need a high score and every criterion; a rejected
 * password never gets them.
 */
export function countBars(score: Score, password: string, person: KnownPerson): Bars {
  const bars = ofScore[score];
  if (bars > 2 && findBrokenRule(password, person)) return 2;
  return bars === maxBars && countKinds(checkCriteria(password, person)) < passwordKinds.length
    ? 3
    : bars;
}
