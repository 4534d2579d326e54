import { isAsked } from '../element.ts';
import type { FieldAddress } from '../fieldAddress.ts';
import type { AnswerValues } from './answers.ts';

/** How many required elements are visible, and how many of them are answered without an error. */
export type Progress = { answered: number; required: number };

/** Caches the count until `reset`, because it walks the whole form. */
export function createProgress(answers: AnswerValues, isDone: (address: FieldAddress) => boolean) {
  let cached: Progress | undefined;

  function count(): Progress {
    const required = [...answers.getState().shown.values()].filter(
      ({ isRequired, elementType }) => isRequired && isAsked(elementType),
    );
    const answered = required.filter(({ address }) => isDone(address));
    return { answered: answered.length, required: required.length };
  }

  return {
    getProgress: (): Progress => (cached ??= count()),
    reset: () => void (cached = undefined),
  };
}
