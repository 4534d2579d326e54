import { styled } from '@linaria/react';
import { Suspense, useState } from 'react';
import { FormattedMessage, useIntl } from 'react-intl';
import type { NewUser, ProviderUser } from '#schemas/access/clients.ts';
import { formatPersonName } from '#schemas/platform/personName.ts';
import { useCreateClientMutation, useInviteClientMutation } from '#src/api/access/clients.ts';
import { useUnsavedChanges } from '#src/engine/react/drafts/useUnsavedChanges.tsx';
import { ErrorText } from '#src/forms/Failure.tsx';
import { PortalForm } from '#src/forms/PortalForm.tsx';
import { useOnce } from '#src/forms/useOnce.ts';
import { useShownLanguage } from '#src/locale/useShownLanguage.ts';
import { Button } from '#src/ui/Button.tsx';
import { Dialog } from '#src/ui/Dialog.tsx';
import { PaperPlaneTilt } from '#src/ui/icons.ts';
import { Note } from '#src/ui/Note.tsx';
import { toast } from '#src/ui/toast.ts';

const Frame = styled.div`
  display: grid;
  gap: var(--s-4);
  > p {
    color: var(--muted);
  }
  > button {
    justify-self: start;
  }
`;

type Stage = { is: 'form' } | { is: 'notInvited'; client: ProviderUser; error: unknown };

type InviteDialogProps = {
  acc: string;
  /** Opens the new client. */
  onOpen: (userId: string) => void;
  onClose: () => void;
};

/** Returns the calls of the dialog, each with a key of its own, so that a retry counts once. */
function useCalls(acc: string) {
  const [create] = useCreateClientMutation();
  const [invite] = useInviteClientMutation();
  const createOnce = useOnce();
  const inviteOnce = useOnce();
  return {
    create: (body: NewUser) =>
      createOnce(body, (idempotencyKey) => create({ acc, body, idempotencyKey }).unwrap()),
    invite: ({ userId }: ProviderUser) =>
      inviteOnce(userId, (idempotencyKey) =>
        invite({ acc, params: { userId }, body: {}, idempotencyKey }).unwrap(),
      ),
  };
}

/** Creates a client and sends the invitation. Says so if only the first of the two has worked. */
export function InviteDialog({ acc, onOpen, onClose }: InviteDialogProps) {
  const intl = useIntl();
  const language = useShownLanguage();
  const calls = useCalls(acc);
  const unsaved = useUnsavedChanges(onClose);
  const [stage, setStage] = useState<Stage>({ is: 'form' });
  const [isBusy, setIsBusy] = useState(false);

  async function invite(client: ProviderUser): Promise<void> {
    setIsBusy(true);
    try {
      await calls.invite(client);
      toast({
        level: 'success',
        text: { id: 'clients.invitedTo', values: { email: client.email } },
      });
      onOpen(client.userId);
      onClose();
    } catch (error) {
      setStage({ is: 'notInvited', client, error });
    }
    setIsBusy(false);
  }

  return (
    <Dialog
      title={intl.formatMessage({ id: 'clients.invite.title' })}
      closeLabel={intl.formatMessage({ id: 'action.close' })}
      onClose={stage.is === 'form' ? unsaved.close : onClose}
    >
      <Frame>
        {stage.is === 'form' ? (
          <>
            <p>
              <FormattedMessage id="clients.invite.text" />
            </p>
            <Suspense>
              <PortalForm
                name="client"
                initial={{ language }}
                focusOn="firstName"
                header={() => null}
                onChange={unsaved.change}
                submitLabel={intl.formatMessage({ id: 'clients.invite.send' })}
                submitIcon={<PaperPlaneTilt size={20} aria-hidden />}
                onSubmit={async (given) =>
                  // the form has its fields; an empty one is no answer
                  invite(await calls.create({ firstName: '', ...given } as NewUser))
                }
              />
            </Suspense>
          </>
        ) : (
          <NotInvited {...stage} isBusy={isBusy} onRetry={() => void invite(stage.client)} />
        )}
      </Frame>
      {unsaved.question}
    </Dialog>
  );
}

/** A client who was created, but not invited. */
function NotInvited({
  client,
  error,
  isBusy,
  onRetry,
}: {
  client: ProviderUser;
  error: unknown;
  isBusy: boolean;
  onRetry: () => void;
}) {
  const name = formatPersonName(client);
  return (
    <>
      <Note tone="warning" role="alert">
        <p>
          <FormattedMessage id="clients.invite.created" values={{ name }} />
        </p>
        <p>
          <ErrorText error={error} />
        </p>
      </Note>
      <Button
        variant="primary"
        icon={<PaperPlaneTilt size={20} aria-hidden />}
        isBusy={isBusy}
        onClick={onRetry}
      >
        <FormattedMessage id="clients.sendAgain" />
      </Button>
    </>
  );
}
