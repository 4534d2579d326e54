import { useSyncExternalStore } from 'react';
import type { Language } from '#schemas/common.ts';
import type { FormElement } from '#schemas/forms.ts';
import type { Address } from '#src/engine/core/address.ts';
import { isAsked } from '#src/engine/core/element.ts';
import type { Progress } from '#src/engine/core/answerStore.ts';
import type { FormEngine } from './formEngine.ts';
import { sectionsOf } from './sections.ts';
import type { Steps } from './useSteps.ts';

export type OutlinePart = { id: string; title: string; errors: number; isDone: boolean };
/** What must be done outside the form, as accepting terms; it belongs to the last part. */
export type Besides = Progress & { errors: number };
export type Outline = { parts: OutlinePart[]; progress: Progress };

type Part = { id: string; title: string; elements: readonly FormElement[] };

/** What the outline lists: the sections of a single page, or the steps through several. */
function partsIn({ pages, registry }: FormEngine, steps: Steps, language: Language): Part[] {
  if (steps.list.length === 0) return pages.flatMap((page) => sectionsOf(page, registry, language));
  return steps.list.map(({ id, title }) => ({
    id,
    title,
    elements: pages.find((page) => page.id === id)?.formElements ?? [],
  }));
}

/** How far each part is; Rendered again only when an answer appears or goes, an error comes, or something is hidden. */
export function useOutline(
  engine: FormEngine,
  steps: Steps,
  language: Language,
  besides: Besides,
): Outline {
  const { store } = engine;
  const { answered, required } = useSyncExternalStore(store.onOutline, store.progress);
  const errors = useSyncExternalStore(store.onOutline, store.errors);

  const parts = partsIn(engine, steps, language).flatMap(
    ({ id, title, elements }): OutlinePart[] => {
      const inside = new Set(elements.map((element) => element.id));
      const isInside = (address: Address) => inside.has(address.split('/')[0] ?? '');
      const shown = [...store.shown().values()].filter(({ address }) => isInside(address));
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
