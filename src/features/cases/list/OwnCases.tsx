import { styled } from '@linaria/react';
import { FormattedMessage } from 'react-intl';
import { useEffect, useRef } from 'react';
import { useLocation } from 'react-router-dom';
import { ownCasesAnchor } from '#src/routing/paths.ts';
import { CaseGroups } from './CaseGroups.tsx';
import { CaseHits, SearchField, useAddressedSearch } from './CaseSearchField.tsx';

const Section = styled.section`
  margin: var(--s-6) calc(-1 * var(--gutter)) 0;
  > h2 {
    margin-bottom: var(--s-2);
    padding-inline: var(--gutter);
    font-size: var(--text-xl);
  }
`;

/** Cases on the dashboard of a restricted phone, which may not open the list. */
export function OwnCases() {
  const { hash, key } = useLocation();
  const [search, setSearch] = useAddressedSearch();
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    if (hash !== `#${ownCasesAnchor}`) return;
    heading.current?.scrollIntoView();
    heading.current?.focus({ preventScroll: true });
  }, [hash, key]);
  return (
    <Section aria-labelledby={ownCasesAnchor}>
      <h2 id={ownCasesAnchor} ref={heading} tabIndex={-1}>
        <FormattedMessage id="cases.own" />
      </h2>
      <SearchField search={search} onSearch={setSearch} />
      <CaseGroups search={search} />
      {search && <CaseHits search={search} level="h3" />}
    </Section>
  );
}
