import { FormattedMessage } from 'react-intl';
import { Link } from 'react-router-dom';
import { paths } from '#src/lib/paths.ts';

type LegalLinksProps = {
  /** Whose texts; those of whoever runs the portal without. */
  accountId?: string | undefined;
  /** Texts that the page offers in its own way. */
  without?: readonly ('privacy' | 'terms')[];
};

const links = [
  ['imprint', 'legal.imprint'],
  ['privacy', 'legal.privacy'],
  ['terms', 'legal.terms'],
  ['accessibility', 'legal.accessibility'],
] as const;

/** The way to what everyone may read, in a tab of its own: whoever is in the middle of something stays there. */
export const LegalLinks = ({ accountId, without = [] }: LegalLinksProps) =>
  links
    .filter(([name]) => !without.some((each) => each === name))
    .map(([name, label]) => (
      <Link key={name} to={paths.legalText(name, accountId)} target="_blank">
        <FormattedMessage id={label} />
      </Link>
    ));
