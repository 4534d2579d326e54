import {
  kindsIn,
  passwordCriteria,
  passwordKinds,
  passwordProblem,
  type KnownPerson,
} from '#schemas/users.rules.ts';

export const maxBars = 4;
export type Bars = 1 | 2 | 3 | 4;

/** What zxcvbn answers: 0 is guessed at once, 4 not in a lifetime. */
export type Score = 0 | 1 | 2 | 3 | 4;

const ofScore: Record<Score, Bars> = { 0: 1, 1: 1, 2: 2, 3: 3, 4: 4 };

/** Bars of the meter. A password that is refused is never called good, however hard to guess, and all of them are for what meets every criterion beside it. */
export function barsOf(score: Score, password: string, person: KnownPerson): Bars {
  const bars = ofScore[score];
  if (bars > 2 && passwordProblem(password, person)) return 2;
  return bars === maxBars && kindsIn(passwordCriteria(password, person)) < passwordKinds.length
    ? 3
    : bars;
}
