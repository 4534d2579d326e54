import { useMemo, useSyncExternalStore } from 'react';
import type { Language } from '#schemas/common.ts';
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

  const isOpen = (id: string, type: string, required = false): boolean => {
    const elementType = registry.get(type);
    return required && elementType !== undefined && store.isVisible(id) && isEmptyAnswer(elementType, store.get(id));
  };
  return {
    progress,
    sections: sections.map(({ id, title, elements }) => ({
      id, title,
      errors: elements.filter((element) => errors.has(element.id)).length,
      isDone: elements.some(({ required }) => required) && !elements.some((element) => isOpen(element.id, element.type, element.required)),
    })),
  };
}
