import { useState, useSyncExternalStore } from 'react';
import { useIntl } from 'react-intl';
import { localize, type Language } from '#schemas/platform/common.ts';
import { reviewPage } from '#schemas/forms/forms.ts';
import { parseAddress, type FieldAddress } from '#src/engine/core/fieldAddress.ts';
import type { FormEngine } from '../context/formEngine.ts';

export type Step = { id: string; title: string };

/** Navigation of a form with several pages. A form of one page has no steps. */
export type Steps = {
  list: readonly Step[];
  current: number;
  /** true when the visitor has reached it */
  isReached: (id: string) => boolean;
  go: (id: string) => void;
};

type StepsOptions = {
  engine: FormEngine;
  language: Language;
  /** Requested step, for example from the address. A hidden page is ignored. */
  wanted: string | undefined;
  onGo: (id: string) => void;
};

/**
 * Returns the steps of a form for the current answers. The caller stores the wanted step, so that
 * it can be in the address.
 */
export function useSteps({
  engine: { store, pages },
  language,
  wanted,
  onGo,
}: StepsOptions): Steps {
  const intl = useIntl();
  const listShown = () =>
    pages
      .filter(({ id }) => store.isPageVisible(id))
      .map(({ id }) => id)
      .join(' ');
  const shown = useSyncExternalStore(store.subscribeOutline, listShown, listShown);
  const [reached, setReached] = useState<ReadonlySet<string>>(new Set());
  const visible = new Set(shown.split(' '));
  const list =
    pages.length === 1
      ? []
      : [
          ...pages
            .filter(({ id }) => visible.has(id))
            .map(({ id, title }) => ({ id, title: localize(title, language) })),
          { id: reviewPage, title: intl.formatMessage({ id: 'form.reviewTitle' }) },
        ];
  const current = Math.max(
    0,
    list.findIndex(({ id }) => id === wanted),
  );
  return {
    list,
    current,
    isReached: (id) => reached.has(id) || list.findIndex((step) => step.id === id) <= current,
    go(id) {
      setReached(new Set([...reached, ...list.slice(0, current + 1).map((step) => step.id), id]));
      onGo(id);
    },
  };
}

export const isLastStep = ({ list, current }: Steps): boolean => current >= list.length - 1;

/** Returns the page of an answer, in a form of several pages. */
export function getPage(
  { pages }: Pick<FormEngine, 'pages'>,
  address: FieldAddress,
): string | undefined {
  if (pages.length === 1) return undefined;
  const { elementId, group } = parseAddress(address);
  return pages.find(({ formElements }) =>
    formElements.some(({ id }) => id === (group?.id ?? elementId)),
  )?.id;
}
