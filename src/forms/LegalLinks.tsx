import { FormattedMessage } from 'react-intl';
import { Link } from 'react-router-dom';
import { webAddresses } from '#schemas/platform/webAddresses.ts';
import { useShownLanguage } from '#src/locale/useShownLanguage.ts';
import { paths } from '#src/routing/paths.ts';
import { useIsHydrated } from '#src/ui/useIsHydrated.ts';
import type { ConsentName } from './useConsent.ts';

type LegalLinksProps = {
  /** The account of the texts; without it the operator's. */
  accountId?: string | undefined;
  /** Texts of the account that a dialog shows. */
  statements?: readonly ConsentName[];
  onOpen?: (name: ConsentName) => void;
};

/** The order is the same on every page (WCAG 3.2.3). */
const links = [
  { name: 'imprint', label: 'legal.imprint', statement: undefined },
  { name: 'privacy', label: 'legal.privacy', statement: 'datenschutzAccepted' },
  { name: 'terms', label: 'legal.terms', statement: 'agbAccepted' },
  { name: 'accessibility', label: 'legal.accessibility', statement: undefined },
] as const;

/**
 * Legal texts in a new tab or in a dialog, so that a form in progress is not lost. Without scripts
 * they are plain pages of the server.
 */
export function LegalLinks({ accountId = '', statements = [], onOpen }: LegalLinksProps) {
  const isHydrated = useIsHydrated();
  const language = useShownLanguage();
  return links.map(({ name, label, statement }) =>
    !isHydrated ? (
      <a
        key={name}
        href={webAddresses.plainLegalText(name, accountId, language)}
        target="_blank"
        rel="noopener"
      >
        <FormattedMessage id={label} />
      </a>
    ) : statement && statements.includes(statement) ? (
      <button key={name} type="button" aria-haspopup="dialog" onClick={() => onOpen?.(statement)}>
        <FormattedMessage id={label} />
      </button>
    ) : (
      <Link key={name} to={paths.legalText(name, accountId)} target="_blank">
        <FormattedMessage id={label} />
      </Link>
    ),
  );
}
