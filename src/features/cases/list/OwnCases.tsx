import { styled } from '@linaria/react';
import { FormattedMessage } from 'react-intl';
import { ownCasesAnchor } from '#src/routing/paths.ts';
import { CaseGroups } from './CaseGroups.tsx';

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
  return (
    <Section aria-labelledby={ownCasesAnchor}>
      <h2 id={ownCasesAnchor}>
        <FormattedMessage id="cases.own" />
      </h2>
      <CaseGroups />
    </Section>
  );
}
