import { styled } from '@linaria/react';
import { useEffect, useRef, useState } from 'react';
import { FormattedMessage, useIntl } from 'react-intl';
import type { SessionEntry } from '#schemas/access/sessions.ts';
import { useErrorText } from '#src/api/client/useErrorText.ts';
import {
  useEndOtherSessionsMutation,
  useEndSessionMutation,
  useListSessionsQuery,
} from '#src/api/access/sessions.ts';
import { useOnce } from '#src/forms/useOnce.ts';
import { Button } from '#src/ui/Button.tsx';
import { Dialog } from '#src/ui/Dialog.tsx';
import { SignOut } from '#src/ui/icons.ts';
import { Note } from '#src/ui/Note.tsx';
import { PasswordStep } from './PasswordStep.tsx';
import { sectionClass } from './Section.tsx';
import { toast } from '#src/ui/toast.ts';

const List = styled.ul`
  display: grid;
  margin-bottom: var(--s-4);
  list-style: none;
  li {
    display: flex;
    flex-wrap: wrap;
    gap: var(--s-2) var(--s-4);
    align-items: center;
    justify-content: space-between;
    padding: var(--s-3) 0;
    border-bottom: 1px solid var(--border);
  }
  li:first-child {
    padding-top: 0;
  }
  button {
    margin-inline: -0.75rem;
  } /* its words stand at the edge */
  small {
    display: block;
    color: var(--muted);
    font-size: var(--text-sm);
  }
`;

function useDeviceName(): (session: SessionEntry) => string {
  const intl = useIntl();
  return ({ device }) => device || intl.formatMessage({ id: 'settings.sessions.unknownDevice' });
}

/** `here` is the network of this device. */
function Entry({
  session,
  here,
  onEnd,
}: {
  session: SessionEntry;
  here: string | undefined;
  onEnd: () => void;
}) {
  const intl = useIntl();
  const { kind, isCurrent, lastUsedAt, network } = session;
  const name = useDeviceName()(session);
  const time = intl.formatDate(lastUsedAt, {
    day: '2-digit',
    month: '2-digit',
    year: 'numeric',
    hour: '2-digit',
    minute: '2-digit',
  });
  return (
    <li>
      <div>
        <b>{name}</b>
        {isCurrent && (
          <small>
            <FormattedMessage id="settings.sessions.current" />
          </small>
        )}
        {kind === 'unregistered' && (
          <small>
            <FormattedMessage id="settings.sessions.byPin" />
          </small>
        )}
        <small>
          {isCurrent ? (
            <FormattedMessage id="settings.sessions.inUse" />
          ) : (
            <FormattedMessage id="settings.sessions.lastUsed" values={{ time }} />
          )}
        </small>
        {network && (
          <small>
            <FormattedMessage
              id="settings.sessions.network"
              values={{ network, isSame: String(!isCurrent && network === here) }}
            />
          </small>
        )}
      </div>
      {!isCurrent && (
        <Button
          variant="ghost"
          aria-label={intl.formatMessage({ id: 'settings.sessions.endOne' }, { device: name })}
          onClick={onEnd}
        >
          <FormattedMessage id="settings.sessions.end" />
        </Button>
      )}
    </li>
  );
}

/** Confirms ending one session, or all others. */
function EndDialog({
  device,
  onEnd,
  onClose,
}: {
  device: string | undefined;
  onEnd: (password: string) => Promise<void>;
  onClose: () => void;
}) {
  const intl = useIntl();
  return (
    <Dialog
      size="small"
      title={
        device === undefined
          ? intl.formatMessage({ id: 'settings.sessions.endOthers.title' })
          : intl.formatMessage({ id: 'settings.sessions.end.title' }, { device })
      }
      closeLabel={intl.formatMessage({ id: 'action.close' })}
      onClose={onClose}
    >
      <PasswordStep
        submitLabel={intl.formatMessage({
          id: device === undefined ? 'settings.sessions.endOthers' : 'settings.sessions.end',
        })}
        onPassword={onEnd}
      >
        <p>
          <FormattedMessage
            id={
              device === undefined
                ? 'settings.sessions.endOthers.text'
                : 'settings.sessions.end.text'
            }
          />
        </p>
      </PasswordStep>
    </Dialog>
  );
}

/** Sessions of the user, with buttons to end them. */
export function SessionsSection({ userId }: { userId: string }) {
  const intl = useIntl();
  const errorText = useErrorText();
  const { data, error, refetch } = useListSessionsQuery(
    { params: { userId } },
    { refetchOnMountOrArgChange: true },
  );
  const [endOne] = useEndSessionMutation();
  const once = useOnce();
  const [endOthers] = useEndOtherSessionsMutation();
  const [asked, setAsked] = useState<SessionEntry | 'others'>();
  const nameOf = useDeviceName();
  const heading = useRef<HTMLHeadingElement>(null);
  const [endings, setEndings] = useState(0);
  useEffect(() => {
    if (endings > 0) heading.current?.focus(); // after the dialog returned the focus, because the pressed button is removed
  }, [endings]);

  async function end(password: string): Promise<void> {
    const body = { password };
    if (asked === 'others') await endOthers({ params: { userId }, body }).unwrap();
    else if (asked) {
      const params = { userId, sessionId: asked.sessionId };
      await once({ ...params, password }, (idempotencyKey) =>
        endOne({ params, body, idempotencyKey }).unwrap(),
      );
    }
    toast({
      level: 'success',
      text: intl.formatMessage({
        id: asked === 'others' ? 'settings.sessions.othersEnded' : 'settings.sessions.ended',
      }),
    });
    setAsked(undefined);
    setEndings((before) => before + 1);
  }

  return (
    <section className={sectionClass}>
      <header>
        <h2 ref={heading} tabIndex={-1}>
          <FormattedMessage id="settings.sessions.title" />
        </h2>
        <p>
          <FormattedMessage id="settings.sessions.text" />
        </p>
      </header>
      <div>
        {error && !data && (
          <Note tone="danger" role="alert">
            <p>{errorText(error)}</p>
            <Button variant="ghost" onClick={() => void refetch()}>
              <FormattedMessage id="action.retry" />
            </Button>
          </Note>
        )}
        {!error && !data && (
          <p role="status">
            <FormattedMessage id="app.loading" />
          </p>
        )}
        {data && (
          <List>
            {data.sessions
              .toSorted((a, b) => Number(b.isCurrent) - Number(a.isCurrent))
              .map((session) => (
                <Entry
                  key={session.sessionId}
                  session={session}
                  here={data.sessions.find(({ isCurrent }) => isCurrent)?.network}
                  onEnd={() => setAsked(session)}
                />
              ))}
          </List>
        )}
        {data?.sessions.some(({ isCurrent }) => !isCurrent) && (
          <Button icon={<SignOut size={20} aria-hidden />} onClick={() => setAsked('others')}>
            <FormattedMessage id="settings.sessions.endOthers" />
          </Button>
        )}
      </div>
      {asked && (
        <EndDialog
          device={asked === 'others' ? undefined : nameOf(asked)}
          onClose={() => setAsked(undefined)}
          onEnd={end}
        />
      )}
    </section>
  );
}
