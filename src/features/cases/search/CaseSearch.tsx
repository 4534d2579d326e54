import { styled } from '@linaria/react';
import { useEffect } from 'react';
import { useIntl } from 'react-intl';
import { useSearchParams } from 'react-router-dom';
import { caseLimits } from '#schemas/cases/limits.ts';
import type { MessageHit } from '#schemas/cases/search.ts';
import { messageSearchParam } from '#src/routing/paths.ts';
import { fieldClass, fieldWithIcon } from '#src/ui/field.ts';
import { MagnifyingGlass } from '#src/ui/icons.ts';
import { MessageHits } from './MessageHits.tsx';
import { useTypedSearch } from '#src/ui/useTypedSearch.ts';

const Form = styled.form`
  margin-block: var(--s-3);
`;

/** Searches messages and files of a case. The search is in the address, so Back shows the hits. */
export function CaseSearch({
  within,
  getAddress,
}: {
  within: { acc: string; akte: string };
  getAddress: (hit: MessageHit) => string;
}) {
  const intl = useIntl();
  const [query, setQuery] = useSearchParams();
  const search = query.get(messageSearchParam) ?? '';
  const { field, onSubmit } = useTypedSearch(search, setSearch);
  // The panel takes the focus first when it opens.
  const { ref } = field;
  useEffect(() => {
    if (!ref.current?.value) ref.current?.focus({ preventScroll: true });
  }, [ref]);
  const label = intl.formatMessage({ id: 'search.inCase' });

  function setSearch(next: string): void {
    setQuery(
      (before) => {
        const query = new URLSearchParams(before);
        query.set(messageSearchParam, next);
        return query;
      },
      { replace: search !== '' }, // one entry of the history per search, not per pause
    );
  }

  return (
    <>
      <Form role="search" aria-label={label} onSubmit={onSubmit}>
        <div className={fieldWithIcon} data-icon="before">
          <MagnifyingGlass size={20} aria-hidden />
          <input
            {...field}
            className={fieldClass}
            name={messageSearchParam}
            type="search"
            maxLength={caseLimits.maxSearchLength}
            enterKeyHint="search"
            aria-label={label}
            placeholder={intl.formatMessage({ id: 'search.messages' })}
          />
        </div>
      </Form>
      {search && <MessageHits search={search} within={within} getAddress={getAddress} />}
    </>
  );
}
