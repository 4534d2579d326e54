import { styled } from '@linaria/react';
import { Suspense, useRef, useState } from 'react';
import { FormattedMessage, useIntl } from 'react-intl';
import type { WaitingContact } from '#schemas/access/ownDetails.ts';
import { hasReason, isFinal } from '#src/api/client/errors.ts';
import { userSessions } from '#src/api/client/userSessions.ts';
import {
  useConfirmEmailChangeMutation,
  useConfirmMobileChangeMutation,
  useStartEmailChangeMutation,
  useStartMobileChangeMutation,
} from '#src/api/access/ownDetails.ts';
import { PortalForm, type PortalFormHandle } from '#src/forms/PortalForm.tsx';
import { useOnce } from '#src/forms/useOnce.ts';
import { Button } from '#src/ui/Button.tsx';
import { Dialog } from '#src/ui/Dialog.tsx';
import { Note } from '#src/ui/Note.tsx';

export type ContactKind = 'email' | 'mobile';

const Frame = styled.div`
  display: grid;
  gap: var(--s-4);
  justify-items: stretch;
  p {
    overflow-wrap: anywhere;
  }
  > button {
    justify-self: start;
    margin-left: -0.75rem;
  }
`;

const texts = {
  email: {
    title: 'settings.contact.email.change',
    sent: 'settings.contact.email.sent',
    form: 'ownEmail',
  },
  mobile: {
    title: 'settings.contact.mobile.change',
    sent: 'settings.contact.mobile.sent',
    form: 'ownMobile',
  },
} as const;

/** Returns the two calls that change an address or a number. */
function useCalls(kind: ContactKind, userId: string) {
  const [startEmail] = useStartEmailChangeMutation();
  const [startMobile] = useStartMobileChangeMutation();
  const [confirmEmail] = useConfirmEmailChangeMutation();
  const [confirmMobile] = useConfirmMobileChangeMutation();
  const once = useOnce();
  const params = { userId };
  return {
    start: (value: string, password: string) =>
      once({ value, password }, (idempotencyKey) =>
        kind === 'email'
          ? startEmail({ params, body: { email: value, password }, idempotencyKey }).unwrap()
          : startMobile({ params, body: { mobile: value, password }, idempotencyKey }).unwrap(),
      ),
    async confirm(code: string): Promise<void> {
      const confirm = kind === 'email' ? confirmEmail : confirmMobile;
      const { user } = await once({ code }, (idempotencyKey) =>
        confirm({ params, body: { code }, idempotencyKey }).unwrap(),
      );
      userSessions.update('registered', user);
    },
  };
}

type Stage = { is: 'value'; isCodeVoid?: boolean } | { is: 'code'; contact: WaitingContact };

/** Changes an address or number: the new one and the password, then the code that was sent there. */
export function ContactDialog({
  kind,
  userId,
  waiting,
  onDone,
  onClose,
}: {
  kind: ContactKind;
  userId: string;
  waiting: WaitingContact | null;
  onDone: () => void;
  onClose: () => void;
}) {
  const intl = useIntl();
  const calls = useCalls(kind, userId);
  const [stage, setStage] = useState<Stage>(
    waiting ? { is: 'code', contact: waiting } : { is: 'value' },
  );

  return (
    <Dialog
      size="small"
      title={intl.formatMessage({ id: texts[kind].title })}
      closeLabel={intl.formatMessage({ id: 'action.close' })}
      onClose={onClose}
    >
      <Frame>
        {stage.is === 'value' ? (
          <ValueForm
            kind={kind}
            isCodeVoid={stage.isCodeVoid ?? false}
            onSubmit={async (value, password) =>
              setStage({ is: 'code', contact: await calls.start(value, password) })
            }
          />
        ) : (
          <>
            <p>
              <FormattedMessage
                id={texts[kind].sent}
                values={{ value: <b key="value">{stage.contact.value}</b> }}
              />
            </p>
            <CodeForm
              confirm={calls.confirm}
              onConfirmed={onDone}
              onVoid={() => setStage({ is: 'value', isCodeVoid: true })}
            />
            <Button variant="ghost" onClick={() => setStage({ is: 'value' })}>
              <FormattedMessage id="settings.contact.again" />
            </Button>
          </>
        )}
      </Frame>
    </Dialog>
  );
}

function ValueForm({
  kind,
  isCodeVoid,
  onSubmit,
}: {
  kind: ContactKind;
  /** The code that was sent before is no longer valid. */
  isCodeVoid: boolean;
  onSubmit: (value: string, password: string) => Promise<void>;
}) {
  const form = useRef<PortalFormHandle>(null);
  async function submit(given: Record<string, unknown>): Promise<void> {
    try {
      await onSubmit(String(given[kind]), String(given['password']));
    } catch (error) {
      if (hasReason(error, 'invalidInput')) form.current?.clear('password');
      throw error;
    }
  }
  return (
    <>
      {isCodeVoid && (
        <Note tone="danger" role="alert">
          <p>
            <FormattedMessage id="settings.contact.codeVoid" />
          </p>
        </Note>
      )}
      <Suspense>
        <PortalForm
          ref={form}
          name={texts[kind].form}
          focusOn={kind}
          submitIcon={null}
          onSubmit={submit}
        />
      </Suspense>
    </>
  );
}

/** Sends the code. A refusal clears the field. */
function CodeForm({
  confirm,
  onConfirmed,
  onVoid,
}: {
  confirm: (code: string) => Promise<void>;
  onConfirmed: () => void;
  onVoid: () => void;
}) {
  const form = useRef<PortalFormHandle>(null);
  async function submit({ code }: Record<string, unknown>): Promise<void> {
    try {
      await confirm(String(code));
      onConfirmed();
    } catch (error) {
      if (hasReason(error, 'pinVoid')) return onVoid();
      if (isFinal(error)) form.current?.clear('code');
      throw error;
    }
  }
  return (
    <Suspense>
      <PortalForm
        ref={form}
        name="contactCode"
        focusOn="code"
        submitIcon={null}
        onSubmit={submit}
      />
    </Suspense>
  );
}
