import { styled } from '@linaria/react';
import { lazy, Suspense, useState, type ReactNode } from 'react';
import { FormattedMessage } from 'react-intl';
import { RequiredMark } from '#src/engine/react/RequiredMark.tsx';
import { Checkbox } from '#src/ui/Checkbox.tsx';

const StatementDialog = lazy(async () => ({ default: (await import('./StatementDialog.tsx')).StatementDialog }));

/** What has to be accepted; the names are those of the submission on the wire. */
export type ConsentName = 'agbAccepted' | 'datenschutzAccepted';
export type Consent = Readonly<Record<ConsentName, boolean>>;

export const consentId = (name: ConsentName): string => `consent-${name}`;

const List = styled.div`
  display: grid; gap: var(--s-2); padding-top: var(--s-6); border-top: 1px solid var(--border); width: 100%;
  p { color: var(--danger-text); font-size: var(--text-sm); font-weight: var(--fw-strong); padding-left: 2.2rem; }
  button { display: inline; padding: 0; border: 0; background: none; color: var(--accent-text); text-decoration: underline; text-underline-offset: .18em; text-align: left; }
`;

type ConsentBoxesProps = {
  accountId: string;
  asked: readonly ConsentName[];
  value: Consent;
  /** Names that were missing at the last try to send. */
  missing: readonly ConsentName[];
  onChange: (value: Consent) => void;
};

const texts = {
  agbAccepted: 'consent.terms',
  datenschutzAccepted: 'consent.privacy',
} as const;

/** Terms and privacy notice, each to be read in a dialog and to be ticked. */
export function ConsentBoxes({ accountId, asked, value, missing, onChange }: ConsentBoxesProps) {
  const [open, setOpen] = useState<ConsentName | undefined>();
  if (asked.length === 0) return null;
  return (
    <>
      <List>
        {asked.map((name) => {
          const isMissing = missing.includes(name) && !value[name];
          const link = (words: ReactNode) => <button key="link" type="button" onClick={(event) => { event.preventDefault(); setOpen(name); }}>{words}</button>;
          return (
            <div key={name}>
              <Checkbox
                id={consentId(name)} checked={value[name]} aria-required aria-invalid={isMissing || undefined} aria-describedby={isMissing ? `${consentId(name)}-error` : undefined}
                label={<><FormattedMessage id={texts[name]} values={{ link }} /><RequiredMark required /></>}
                onChange={(event) => onChange({ ...value, [name]: event.target.checked })}
              />
              {isMissing && <p id={`${consentId(name)}-error`}><FormattedMessage id="checkbox.error.required" /></p>}
            </div>
          );
        })}
      </List>
      {open && <Suspense><StatementDialog accountId={accountId} name={open} onClose={() => setOpen(undefined)} /></Suspense>}
    </>
  );
}
