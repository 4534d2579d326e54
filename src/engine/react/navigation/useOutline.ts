import { useSyncExternalStore } from 'react';
import type { Language } from '#schemas/platform/common.ts';
import type { FormElement } from '#schemas/forms/forms.ts';
import type { FieldAddress } from '#src/engine/core/fieldAddress.ts';
import { isAsked } from '#src/engine/core/element.ts';
import type { Progress } from '#src/engine/core/answers/progress.ts';
import type { FormEngine } from '../context/formEngine.ts';
import { listSections } from './sections.ts';
import type { Steps } from './useSteps.ts';

export type OutlinePart = { id: string; title: string; errors: number; isDone: boolean };
/** Requirements outside of the form, such as consent; counted in the last part. */
export type Besides = Progress & { errors: number };
export type Outline = { parts: OutlinePart[]; progress: Progress };

type Part = { id: string; title: string; elements: readonly FormElement[] };

/** Entries of the outline: sections of a single page, or steps of several. */
function listParts({ pages, registry }: FormEngine, steps: Steps, language: Language): Part[] {
  if (steps.list.length === 0)
    return pages.flatMap((page) => listSections(page, registry, language));
  return steps.list.map(({ id, title }) => ({
    id,
    title,
    elements: pages.find((page) => page.id === id)?.formElements ?? [],
  }));
}

/**
 * Returns the state of each part. Renders only when an answer appears or disappears, an error
 * changes, or visibility changes.
 */
export function useOutline(
  engine: FormEngine,
  steps: Steps,
  language: Language,
  besides: Besides,
): Outline {
  const { store } = engine;
  const { subscribeOutline, getProgress, getErrors } = store;
  const { answered, required } = useSyncExternalStore(subscribeOutline, getProgress, getProgress);
  const errors = useSyncExternalStore(subscribeOutline, getErrors, getErrors);

  const parts = listParts(engine, steps, language).flatMap(
    ({ id, title, elements }): OutlinePart[] => {
      const inside = new Set(elements.map((element) => element.id));
      const isInside = (address: FieldAddress) => inside.has(address.split('/')[0] ?? '');
      const shown = [...store.getShown().values()].filter(({ address }) => isInside(address));
      const wanted = shown.filter(
        ({ isRequired, elementType }) => isRequired && isAsked(elementType),
      );
      if (shown.length === 0 && elements.length > 0) return [];
      return [
        {
          id,
          title,
          errors: [...errors.keys()].filter(isInside).length,
          isDone: wanted.length > 0 && wanted.every(({ address }) => store.isDone(address)),
        },
      ];
    },
  );
  const last = parts.at(-1);
  if (last) last.errors += besides.errors;
  return {
    progress: { answered: answered + besides.answered, required: required + besides.required },
    parts,
  };
}
