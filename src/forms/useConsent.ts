import { useState } from 'react';
import { useIntl } from 'react-intl';
import type { StatementHashes } from '#schemas/accounts/statements.ts';
import type { ConsentName } from '#schemas/forms/postedForms.ts';
import type { SummaryItem } from '#src/engine/react/errors/ErrorSummary.tsx';
import type { Besides } from '#src/engine/react/navigation/useOutline.ts';

export type { ConsentName };
export type Consent = Readonly<Record<ConsentName, boolean>>;

export const consentTexts = {
  agbAccepted: {
    sentence: 'consent.terms',
    statement: 'statement.terms',
    hash: 'agb',
    legalText: 'terms',
  },
  datenschutzAccepted: {
    sentence: 'consent.privacy',
    statement: 'statement.privacy',
    hash: 'datenschutz',
    legalText: 'privacy',
  },
} as const;

/** Lists the texts that an account has. */
export const listStatements = ({
  esyThingAgb,
  esyThingDatenschutz,
}: {
  esyThingAgb: string | null;
  esyThingDatenschutz: string | null;
}): ConsentName[] => [
  ...(esyThingAgb === null ? [] : ['agbAccepted' as const]),
  ...(esyThingDatenschutz === null ? [] : ['datenschutzAccepted' as const]),
];

export const getConsentId = (name: ConsentName): string => `consent-${name}`;

export type ConsentState = {
  asked: readonly ConsentName[];
  value: Consent;
  /** of the texts that can be accepted */
  hashes: StatementHashes;
  /** Names that were missing at the last attempt and still are. */
  missing: readonly ConsentName[];
  set: (name: ConsentName, isAccepted: boolean) => void;
};

/** Counts consent for the outline of a form. */
export const countConsent = ({
  asked,
  value,
  missing,
}: Pick<ConsentState, 'asked' | 'value' | 'missing'>): Besides => ({
  answered: asked.filter((name) => value[name]).length,
  required: asked.length,
  errors: missing.length,
});

/**
 * State of the checkboxes for `asked`. `refuse` marks missing ones and returns true if there are
 * any. A tick is dropped when the hash of its text changes. Texts accepted `before` start ticked,
 * and those `refusedBefore` start marked.
 */
export function useConsent(
  asked: readonly ConsentName[],
  hashes: StatementHashes = {},
  before: StatementHashes = {},
  refusedBefore: readonly ConsentName[] = [],
): ConsentState & { refuse: (names: readonly ConsentName[]) => boolean; items: SummaryItem[] } {
  const intl = useIntl();
  const getHash = (name: ConsentName) => hashes[consentTexts[name].hash] ?? '';
  const [accepted, setAccepted] = useState<Partial<Record<ConsentName, string | undefined>>>({
    agbAccepted: before.agb,
    datenschutzAccepted: before.datenschutz,
  });
  const value: Consent = {
    agbAccepted: accepted.agbAccepted === getHash('agbAccepted'),
    datenschutzAccepted: accepted.datenschutzAccepted === getHash('datenschutzAccepted'),
  };
  const [refused, setRefused] = useState<readonly ConsentName[]>(refusedBefore);
  const missing = refused.filter((name) => !value[name]);
  return {
    asked,
    value,
    hashes,
    missing,
    set: (name, isAccepted) =>
      setAccepted(({ [name]: _, ...others }) =>
        isAccepted ? { ...others, [name]: getHash(name) } : others,
      ),
    items: missing.map((name) => ({
      controlId: getConsentId(name),
      label: intl.formatMessage({ id: consentTexts[name].statement }),
      message: intl.formatMessage({ id: 'checkbox.error.required' }),
    })),
    refuse(names) {
      const shown = names.filter((name) => asked.includes(name));
      setRefused(shown);
      setAccepted((before) =>
        Object.fromEntries(
          Object.entries(before).filter(([name]) => !shown.some((each) => each === name)),
        ),
      ); // the server may have stored no consent
      return shown.length > 0;
    },
  };
}
