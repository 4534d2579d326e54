import { styled } from '@linaria/react';
import { FormattedMessage } from 'react-intl';
import { ownCasesAnchor } from '#src/lib/paths.ts';
import { CaseGroups } from './CaseGroups.tsx';

const Section = styled.section`
  margin: var(--s-6) calc(-1 * var(--gutter)) 0;
  > h2 {
    margin-bottom: var(--s-2);
    padding-inline: var(--gutter);
    font-size: var(--text-xl);
  }
`;

/** The way to the cases where their list may not be used: on a restricted phone's dashboard (product.md §2.3, §2.4). */
export function OwnCases() {
  return (
    <Section aria-labelledby={ownCasesAnchor}>
      <h2 id={ownCasesAnchor}>
        <FormattedMessage id="cases.own" />
      </h2>
      <CaseGroups />
    </Section>
  );
}
