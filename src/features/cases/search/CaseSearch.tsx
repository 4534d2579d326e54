import { styled } from '@linaria/react';
import { useEffect, useRef, type SubmitEvent } from 'react';
import { useIntl } from 'react-intl';
import { useSearchParams } from 'react-router-dom';
import { caseLimits } from '#schemas/cases/limits.ts';
import type { MessageHit } from '#schemas/cases/search.ts';
import { messageSearchParam } from '#src/routing/paths.ts';
import { fieldClass, fieldWithIcon } from '#src/ui/field.ts';
import { MagnifyingGlass } from '#src/ui/icons.ts';
import { MessageHits } from './MessageHits.tsx';

const Form = styled.form`
  margin-block: var(--s-3);
`;

/** Searches messages and files of a case. The search is in the address, so Back shows the hits. */
export function CaseSearch({
  within,
  addressOf,
}: {
  within: { acc: string; akte: string };
  addressOf: (hit: MessageHit) => string;
}) {
  const intl = useIntl();
  const [query, setQuery] = useSearchParams();
  const search = query.get(messageSearchParam) ?? '';
  const field = useRef<HTMLInputElement>(null);
  // The panel takes the focus first when it opens.
  useEffect(() => {
    if (!field.current?.value) field.current?.focus({ preventScroll: true });
  }, []);
  const label = intl.formatMessage({ id: 'search.inCase' });

  function handleSearch(event: SubmitEvent<HTMLFormElement>): void {
    event.preventDefault();
    const typed = new FormData(event.currentTarget).get(messageSearchParam);
    setQuery((before) => {
      const next = new URLSearchParams(before);
      next.set(messageSearchParam, typeof typed === 'string' ? typed.trim() : '');
      return next;
    });
  }

  return (
    <>
      <Form role="search" aria-label={label} onSubmit={handleSearch}>
        <div className={fieldWithIcon} data-icon="before">
          <MagnifyingGlass size={20} aria-hidden />
          <input
            key={search}
            ref={field}
            className={fieldClass}
            name={messageSearchParam}
            type="search"
            defaultValue={search}
            maxLength={caseLimits.maxSearchLength}
            enterKeyHint="search"
            aria-label={label}
            placeholder={intl.formatMessage({ id: 'search.messages' })}
          />
        </div>
      </Form>
      {search && <MessageHits search={search} within={within} addressOf={addressOf} />}
    </>
  );
}
