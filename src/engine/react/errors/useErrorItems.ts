import { useSyncExternalStore } from 'react';
import type { Language } from '#schemas/platform/common.ts';
import type { AnswerError } from '#src/engine/core/validation/validateAnswers.ts';
import type { FormEngine } from '../context/formEngine.ts';
import type { SummaryItem } from './ErrorSummary.tsx';
import { toSummaryItem } from './summaryItem.ts';
import { useAnswerErrorText } from './useAnswerErrorText.ts';

/** Returns the displayed errors in form order, and the one that appeared last. */
export function useErrorItems(
  engine: FormEngine,
  language: Language,
): { items: SummaryItem[]; latest: SummaryItem | undefined } {
  const { store } = engine;
  const formatError = useAnswerErrorText();
  const errors = useSyncExternalStore(store.subscribeOutline, store.getErrors, store.getErrors);

  function toItems(error: AnswerError): SummaryItem[] {
    const element = store.getShown().get(error.address)?.element;
    return element
      ? [toSummaryItem(error, element, formatError(element, error), { engine, language })]
      : [];
  }

  const latest = store.getLatestError();
  return {
    items: [...store.getShown().keys()].flatMap((at) => errors.get(at) ?? []).flatMap(toItems),
    latest: latest && toItems(latest)[0],
  };
}
