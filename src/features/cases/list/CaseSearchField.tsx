import { styled } from '@linaria/react';
import { FormattedMessage, useIntl } from 'react-intl';
import { useSearchParams } from 'react-router-dom';
import { caseLimits } from '#schemas/cases/limits.ts';
import { useCaseAddress } from '#src/features/cases/caseView.ts';
import { MessageHits } from '#src/features/cases/search/MessageHits.tsx';
import { useTypedSearch } from '#src/ui/useTypedSearch.ts';
import { caseSearchParam } from '#src/routing/paths.ts';
import { MagnifyingGlass } from '#src/ui/icons.ts';

const Search = styled.form`
  position: relative;
  margin: 0 var(--s-4) var(--s-3);
  > svg {
    position: absolute;
    left: 0.75rem;
    top: 0.8rem;
    color: var(--muted);
  }
  > input {
    width: 100%;
    min-height: var(--target-min);
    padding: 0.35rem 0.75rem 0.35rem 2.5rem;
    background: var(--field);
    color: var(--text);
    border: 1px solid var(--border-strong);
    border-radius: var(--r-md);
  }
`;

const Found = styled.section`
  padding: var(--s-4);
  > :first-child {
    font: var(--fw-strong) var(--text-md)/1.3 var(--font-sans);
    letter-spacing: 0;
  }
`;

/** Search in the address. */
export function useAddressedSearch() {
  const [query, setQuery] = useSearchParams();
  const search = query.get(caseSearchParam) ?? '';
  function setSearch(next: string): void {
    setQuery(
      (before) => {
        const changed = new URLSearchParams(before);
        if (next) changed.set(caseSearchParam, next);
        else changed.delete(caseSearchParam);
        return changed;
      },
      { replace: search !== '' }, // one entry of the history per search, not per pause
    );
  }
  return [search, setSearch] as const;
}

type SearchFieldProps = { search: string; onSearch: (search: string) => void };

export function SearchField({ search, onSearch }: SearchFieldProps) {
  const intl = useIntl();
  const label = intl.formatMessage({ id: 'cases.search' });
  const { field, onSubmit } = useTypedSearch(search, onSearch);

  return (
    <Search role="search" onSubmit={onSubmit}>
      <MagnifyingGlass size={20} aria-hidden />
      <input
        {...field}
        name={caseSearchParam}
        type="search"
        maxLength={caseLimits.maxSearchLength}
        enterKeyHint="search"
        aria-label={label}
        placeholder={label}
      />
    </Search>
  );
}

/** Search results among the messages of all cases. */
export function CaseHits({ search, level }: { search: string; level: 'h2' | 'h3' }) {
  const address = useCaseAddress();
  const Title = level;
  return (
    <Found aria-labelledby="message-hits">
      <Title id="message-hits">
        <FormattedMessage id="search.messages" />
      </Title>
      <MessageHits
        search={search}
        getAddress={({ akteIdHash, accountId, folderId, messageId }) =>
          address(
            { idHash: akteIdHash, accountId },
            { folder: folderId ?? undefined, message: messageId },
          )
        }
      />
    </Found>
  );
}
