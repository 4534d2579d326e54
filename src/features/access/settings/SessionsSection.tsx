import { useState } from 'react';
import { FormattedMessage, useIntl } from 'react-intl';
import type { SessionEntry } from '#schemas/access/sessions.ts';
import {
  useEndOtherSessionsMutation,
  useEndSessionMutation,
  useListSessionsQuery,
} from '#src/api/access/sessions.ts';
import { Failure, Loading } from '#src/forms/Failure.tsx';
import { useOnce } from '#src/forms/useOnce.ts';
import { useMoment } from '#src/locale/useMoment.ts';
import { Button } from '#src/ui/Button.tsx';
import { Dialog } from '#src/ui/Dialog.tsx';
import { SignOut } from '#src/ui/portalIcons.ts';
import { toast } from '#src/ui/toast.ts';
import { ConfirmPassword } from './ConfirmPassword.tsx';
import { EntryList } from './entryLists.ts';
import { SectionHeader, sectionClass } from './Section.tsx';
import { useHeadingFocus } from './useHeadingFocus.ts';

function useDeviceName(): (session: SessionEntry) => string {
  const intl = useIntl();
  return ({ device }) => device || intl.formatMessage({ id: 'settings.sessions.unknownDevice' });
}

/** Sessions of the user, with buttons to end them. */
export function SessionsSection({ userId }: { userId: string }) {
  const { data, error, refetch } = useListSessionsQuery(
    { params: { userId } },
    { refetchOnMountOrArgChange: true },
  );
  const endSessions = useEndSessions(userId);
  const [target, setTarget] = useState<SessionEntry | 'others'>();
  const getDeviceName = useDeviceName();
  const { heading, focusHeading } = useHeadingFocus();

  async function end(sessions: SessionEntry | 'others', password: string): Promise<void> {
    await endSessions(sessions, password);
    toast({
      level: 'success',
      text: {
        id: sessions === 'others' ? 'settings.sessions.othersEnded' : 'settings.sessions.ended',
      },
    });
    setTarget(undefined);
    focusHeading();
  }

  return (
    <section className={sectionClass}>
      <SectionHeader heading={heading} title={<FormattedMessage id="settings.sessions.title" />}>
        <FormattedMessage id="settings.sessions.text" />
      </SectionHeader>
      <div>
        {error && !data && <Failure error={error} retry={refetch} />}
        {!error && !data && <Loading />}
        {data && <SessionList sessions={data.sessions} onEnd={setTarget} />}
        {data?.sessions.some(({ isCurrent }) => !isCurrent) && (
          <Button icon={<SignOut size={20} aria-hidden />} onClick={() => setTarget('others')}>
            <FormattedMessage id="settings.sessions.endOthers" />
          </Button>
        )}
      </div>
      {target && (
        <EndDialog
          device={target === 'others' ? undefined : getDeviceName(target)}
          onClose={() => setTarget(undefined)}
          onEnd={(password) => end(target, password)}
        />
      )}
    </section>
  );
}

/** All sessions, the current one first. */
const SessionList = ({
  sessions,
  onEnd,
}: {
  sessions: readonly SessionEntry[];
  onEnd: (session: SessionEntry) => void;
}) => (
  <EntryList>
    {sessions
      .toSorted((a, b) => Number(b.isCurrent) - Number(a.isCurrent))
      .map((session) => (
        <SessionRow
          key={session.sessionId}
          session={session}
          here={sessions.find(({ isCurrent }) => isCurrent)?.network}
          onEnd={() => onEnd(session)}
        />
      ))}
  </EntryList>
);

/** A session with a button to end it. `here` is the network of this device. */
function SessionRow({
  session,
  here,
  onEnd,
}: {
  session: SessionEntry;
  here: string | undefined;
  onEnd: () => void;
}) {
  const intl = useIntl();
  const name = useDeviceName()(session);
  return (
    <li>
      <div>
        <b>{name}</b>
        <SessionDetails session={session} here={here} />
      </div>
      {!session.isCurrent && (
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

function SessionDetails({
  session: { kind, isCurrent, lastUsedAt, network },
  here,
}: {
  session: SessionEntry;
  here: string | undefined;
}) {
  const time = useMoment()(lastUsedAt);
  return (
    <>
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
    </>
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
      actions={
        <Button onClick={onClose}>
          <FormattedMessage id="action.cancel" />
        </Button>
      }
    >
      <ConfirmPassword
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
      </ConfirmPassword>
    </Dialog>
  );
}

/** Ends one session or all others. Rejects with an ApiError, for example a wrong password. */
function useEndSessions(userId: string) {
  const [endOne] = useEndSessionMutation();
  const [endOthers] = useEndOtherSessionsMutation();
  const once = useOnce();
  return async (target: SessionEntry | 'others', password: string): Promise<void> => {
    const body = { password };
    if (target === 'others') {
      await endOthers({ params: { userId }, body }).unwrap();
      return;
    }
    const params = { userId, sessionId: target.sessionId };
    await once({ ...params, password }, (idempotencyKey) =>
      endOne({ params, body, idempotencyKey }).unwrap(),
    );
  };
}
