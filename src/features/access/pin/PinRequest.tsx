import { useState } from 'react';
import { FormattedMessage } from 'react-intl';
import { useDispatch } from 'react-redux';
import type { InvitationMetadata, PinChannel } from '#schemas/access/users.ts';
import { hourMs } from '#schemas/platform/time.ts';
import type { AppDispatch } from '#src/api/client/dispatch.ts';
import { getProblem } from '#src/api/client/errors.ts';
import { useErrorText } from '#src/api/client/useErrorText.ts';
import { usersApi } from '#src/api/access/users.ts';
import { useOnce } from '#src/forms/useOnce.ts';
import { Button } from '#src/ui/Button.tsx';
import { Note } from '#src/ui/Note.tsx';
import { visuallyHidden } from '#src/ui/field.ts';
import { ChannelDialog } from './ChannelDialog.tsx';
import { formatSeconds } from './formatSeconds.ts';
import type { KnownPin } from './sentPin.ts';
import { useSecondsLeft } from './useSecondsLeft.ts';

type Refusal = {
  text: string;
  /** instant in ms, by this device's clock, from which a new PIN is allowed */ until?: number;
};

/** Notice of a rate limit with its countdown. Screen readers hear it once a minute. */
function RefusalNote({ text, until }: Refusal) {
  const [isLong] = useState(() => until !== undefined && until - Date.now() > hourMs);
  const secondsLeft = useSecondsLeft(until);
  if (until !== undefined && secondsLeft === 0)
    return (
      <Note tone="accent" role="status">
        <p>
          <FormattedMessage id="requestPin.timeIsUp" />
        </p>
      </Note>
    );
  return (
    <Note tone="danger" role="alert">
      {until === undefined && <p>{text}</p>}
      {until !== undefined && isLong && (
        <p>
          <FormattedMessage id="requestPin.tooOften.until" values={{ at: new Date(until) }} />
        </p>
      )}
      {until !== undefined && !isLong && (
        <>
          <p aria-hidden>
            <FormattedMessage
              id="requestPin.tooOften"
              values={{ time: <b key="time">{formatSeconds(secondsLeft)}</b> }}
            />
          </p>
          <p className={visuallyHidden}>
            <FormattedMessage
              id="requestPin.tooOften.minutes"
              values={{ minutes: Math.ceil(secondsLeft / 60) }}
            />
          </p>
        </>
      )}
    </Note>
  );
}

/** Button that sends a PIN by the chosen channel. */
export function PinRequest({
  invitation,
  onSent,
}: {
  invitation: InvitationMetadata;
  onSent: (sent: KnownPin) => void;
}) {
  const errorText = useErrorText();
  const dispatch = useDispatch<AppDispatch>();
  const once = useOnce();
  const [isBusy, setIsBusy] = useState(false);
  const [isChoosing, setIsChoosing] = useState(false);
  const [refusal, setRefusal] = useState<Refusal>();

  async function request(preferredChannel: PinChannel) {
    setIsChoosing(false);
    setIsBusy(true);
    setRefusal(undefined);
    try {
      const sent = await once(preferredChannel, (idempotencyKey) =>
        dispatch(
          usersApi.endpoints.requestPin.initiate(
            {
              params: { key: invitation.authentication },
              query: { preferredChannel },
              idempotencyKey,
            },
            { track: false },
          ),
        ).unwrap(),
      );
      onSent({ ...sent, sentAt: Date.now() });
    } catch (error) {
      const next = getProblem(error)?.nextPossibleRetry;
      setRefusal({
        text: errorText(error),
        ...(next === undefined ? {} : { until: Date.parse(next) }),
      }); // does not close by itself
      setIsBusy(false);
    }
  }

  return (
    <>
      {refusal && <RefusalNote key={refusal.until} {...refusal} />}
      <Button
        variant="primary"
        isBusy={isBusy}
        onClick={() => (invitation.isSmsAvailable ? setIsChoosing(true) : void request('Email'))}
      >
        <FormattedMessage id="requestPin.submit" />
      </Button>
      {isChoosing && (
        <ChannelDialog
          onChoose={(channel) => void request(channel)}
          onClose={() => setIsChoosing(false)}
        />
      )}
    </>
  );
}
