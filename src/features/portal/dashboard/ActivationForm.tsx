import { styled } from '@linaria/react';
import { Suspense, useRef, useState } from 'react';
import { FormattedMessage, useIntl } from 'react-intl';
import type { StatementHashes } from '#schemas/accounts/statements.ts';
import type { Account } from '#schemas/accounts/accounts.ts';
import { hasOtherStatements } from '#src/api/client/errors.ts';
import { PortalForm, type PortalFormHandle } from '#src/forms/PortalForm.tsx';
import { StatementDialog } from '#src/forms/statements/StatementDialog.tsx';
import { consentTexts, listStatements, type ConsentName } from '#src/forms/useConsent.ts';
import { Button } from '#src/ui/Button.tsx';
import { File } from '#src/ui/portalIcons.ts';

const Group = styled.div`
  --form-lead: 0;
  min-height: 12rem;
  button[type='submit'] {
    width: 100%;
  }
`;
const Texts = styled.p`
  display: flex;
  flex-wrap: wrap;
  margin: 0 0 var(--s-3) -0.75rem;
`;

const box = 'agbAndDatenschutzAccepted';

type ActivationFormProps = {
  account: Account;
  /** true when a user action opened it, so that it takes the focus */
  hasFocus: boolean;
  /** Gets the hashes of the accepted texts. Rejects with an ApiError. */
  onActivate: (accepted: StatementHashes) => Promise<void>;
};

/** Returns the hashes of the shown texts. They stay when the account reloads, until a refusal. */
function useShownHashes({ statementHashes }: Account) {
  const [hashes, setHashes] = useState(statementHashes);
  const [isRefused, setIsRefused] = useState(false);
  if (isRefused && hashes !== statementHashes) {
    setIsRefused(false);
    setHashes(statementHashes);
  }
  return { hashes, handleRefusal: () => setIsRefused(true) };
}

/** Terms to accept before an account can be used. */
export function ActivationForm({ account, hasFocus, onActivate }: ActivationFormProps) {
  const intl = useIntl();
  const form = useRef<PortalFormHandle>(null);
  const { hashes, handleRefusal } = useShownHashes(account);
  const [accepted, setAccepted] = useState<StatementHashes>();
  const [open, setOpen] = useState<ConsentName | undefined>();

  async function handleSubmit(): Promise<void> {
    try {
      await onActivate(accepted ?? {});
    } catch (error) {
      if (hasOtherStatements(error)) {
        form.current?.clear(box); // the checkbox belonged to another text
        handleRefusal();
      }
      throw error;
    }
  }

  return (
    <>
      <Group
        role="group"
        aria-label={intl.formatMessage({ id: 'dashboard.activate.title' }, { name: account.name })}
      >
        {account.isInvitedAgain && (
          <p>
            <FormattedMessage id="dashboard.invitedAgain" />
          </p>
        )}
        <p>
          <FormattedMessage id="dashboard.activate.text" values={{ name: account.name }} />
        </p>
        <StatementButtons account={account} onOpen={setOpen} />
        <Suspense>
          <PortalForm
            ref={form}
            name="activation"
            submitIcon={null}
            isClosed={!accepted}
            {...(hasFocus ? { focusOn: box } : {})}
            onChange={(answers) => setAccepted(answers[box] === true ? hashes : undefined)}
            onSubmit={handleSubmit}
          />
        </Suspense>
      </Group>
      {open && (
        <StatementDialog
          accountId={account.id}
          name={open}
          hash={hashes[consentTexts[open].hash]}
          onClose={() => setOpen(undefined)}
        />
      )}
    </>
  );
}

const StatementButtons = ({
  account,
  onOpen,
}: {
  account: Account;
  onOpen: (name: ConsentName) => void;
}) => (
  <Texts>
    {listStatements(account).map((name) => (
      <Button
        key={name}
        variant="ghost"
        icon={<File size={20} aria-hidden />}
        onClick={() => onOpen(name)}
      >
        <FormattedMessage id={consentTexts[name].statement} />
      </Button>
    ))}
  </Texts>
);
