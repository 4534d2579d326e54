import { styled } from '@linaria/react';
import { useState, type ReactNode } from 'react';
import { FormattedMessage } from 'react-intl';
import { webAddresses } from '#schemas/platform/webAddresses.ts';
import { errorClass } from '#src/engine/react/fields/ElementFrame.tsx';
import { RequiredMark } from '#src/engine/react/fields/RequiredMark.tsx';
import { useShownLanguage } from '#src/locale/useShownLanguage.ts';
import { Checkbox } from '#src/ui/Checkbox.tsx';
import { WarningCircle } from '#src/ui/icons.ts';
import { useIsHydrated } from '#src/ui/useIsHydrated.ts';
import { WrappedText } from '#src/ui/WrappedText.tsx';
import { StatementDialog } from './StatementDialog.tsx';
import { getConsentId, consentTexts, type ConsentName, type ConsentState } from '../useConsent.ts';

const List = styled.div`
  display: grid;
  gap: var(--s-2);
  padding-top: var(--s-6);
  border-top: 1px solid var(--border);
  width: 100%;
  p {
    padding-left: 2.2rem;
  }
  a,
  button {
    display: inline;
    padding: 0;
    border: 0;
    background: none;
    color: var(--accent-text);
    text-decoration: underline;
    text-underline-offset: 0.18em;
    text-align: left;
  }
`;

type StatementLinkProps = {
  accountId: string;
  name: ConsentName;
  onOpen: (name: ConsentName) => void;
  children: ReactNode;
};

/** Opens a text in a dialog; without scripts as a page in a new tab, which keeps the answers. */
function StatementLink({ accountId, name, onOpen, children }: StatementLinkProps) {
  const language = useShownLanguage();
  const { legalText } = consentTexts[name];
  return useIsHydrated() ? (
    <button
      type="button"
      onClick={(event) => {
        event.preventDefault();
        onOpen(name);
      }}
    >
      {children}
    </button>
  ) : (
    <a
      href={webAddresses.plainLegalText(legalText, accountId, language)}
      target="_blank"
      rel="noopener"
    >
      {children}
    </a>
  );
}

type ConsentBoxesProps = ConsentState & { accountId: string };

/** Checkboxes for terms and privacy notice, each with a dialog to read the text. */
export function ConsentBoxes({ accountId, asked, value, hashes, missing, set }: ConsentBoxesProps) {
  const [open, setOpen] = useState<ConsentName | undefined>();
  if (asked.length === 0) return null;
  return (
    <>
      <List>
        {asked.map((name) => {
          const isMissing = missing.includes(name);
          const link = (words: ReactNode) => (
            <StatementLink key="link" accountId={accountId} name={name} onOpen={setOpen}>
              <WrappedText>{words}</WrappedText>
            </StatementLink>
          );
          return (
            <div key={name}>
              <Checkbox
                id={getConsentId(name)}
                name={name}
                checked={value[name]}
                aria-required
                aria-invalid={isMissing || undefined}
                aria-describedby={isMissing ? `${getConsentId(name)}-error` : undefined}
                label={
                  <>
                    <FormattedMessage id={consentTexts[name].sentence} values={{ link }} />
                    <RequiredMark required />
                  </>
                }
                onChange={(event) => set(name, event.target.checked)}
              />
              {isMissing && (
                <p className={errorClass} id={`${getConsentId(name)}-error`}>
                  <WarningCircle size={18} weight="fill" aria-hidden />
                  <span>
                    <FormattedMessage id="checkbox.error.required" />
                  </span>
                </p>
              )}
            </div>
          );
        })}
      </List>
      {open && (
        <StatementDialog
          accountId={accountId}
          name={open}
          hash={hashes[consentTexts[open].hash]}
          onClose={() => setOpen(undefined)}
        />
      )}
    </>
  );
}
