import { FormattedMessage } from 'react-intl';
import { Link } from 'react-router-dom';
import { paths } from '#src/routing/paths.ts';

type LegalLinksProps = {
  /** The account of the texts; without it the operator's. */
  accountId?: string | undefined;
  /** Texts that the page links elsewhere. */
  without?: readonly ('privacy' | 'terms')[];
};

const links = [
  ['imprint', 'legal.imprint'],
  ['privacy', 'legal.privacy'],
  ['terms', 'legal.terms'],
  ['accessibility', 'legal.accessibility'],
] as const;

/** Links to legal texts in a new tab, so that a form in progress is not lost. */
export const LegalLinks = ({ accountId, without = [] }: LegalLinksProps) =>
  links
    .filter(([name]) => !without.some((each) => each === name))
    .map(([name, label]) => (
      <Link key={name} to={paths.legalText(name, accountId)} target="_blank">
        <FormattedMessage id={label} />
      </Link>
    ));
