import { useMemo, useSyncExternalStore } from 'react';
import type { Language } from '#schemas/common.ts';
import type { FormElement } from '#schemas/forms.ts';
import { isEmptyAnswer } from '#src/engine/core/element.ts';
import type { Progress } from '#src/engine/core/answerStore.ts';
import type { FormEngine } from './formEngine.ts';
import { sectionsOf } from './sections.ts';

export type OutlineSection = { id: string; title: string; errors: number; isDone: boolean };
export type Outline = { sections: OutlineSection[]; progress: Progress };

/** How far each section is. Rendered again only when an answer appears or goes, an error comes, or something is hidden. */
export function useOutline(engine: FormEngine, language: Language): Outline {
  const { store, content, registry } = engine;
  const progress = useSyncExternalStore(store.onOutline, store.progress);
  const errors = useSyncExternalStore(store.onOutline, store.errors);
  const sections = useMemo(() => sectionsOf(content, language), [content, language]);

  const isAsked = ({ id, required }: FormElement): boolean => required === true && store.isVisible(id);
  const isAnswered = ({ id, type }: FormElement): boolean => {
    const elementType = registry.get(type);
    return elementType !== undefined && !isEmptyAnswer(elementType, store.get(id));
  };
  return {
    progress,
    sections: sections.map(({ id, title, elements }) => ({
      id, title,
      errors: elements.filter((element) => errors.has(element.id)).length,
      isDone: elements.some(isAsked) && elements.filter(isAsked).every(isAnswered),
    })),
  };
}
