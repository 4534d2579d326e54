import { styled } from '@linaria/react';
import { useState, type ReactNode } from 'react';
import { FormattedMessage } from 'react-intl';
import { useDispatch } from 'react-redux';
import type { InvitationMetadata, PinChannel } from '#schemas/access/users.ts';
import { postedActions, postedNames } from '#schemas/forms/postedForms.ts';
import { hourMs } from '#schemas/platform/time.ts';
import type { AppDispatch } from '#src/api/client/dispatch.ts';
import { getProblem } from '#src/api/client/errors.ts';
import { getServerNow } from '#src/device/serverClock.ts';
import { useErrorText } from '#src/api/client/useErrorText.ts';
import { usersApi } from '#src/api/access/users.ts';
import { useFormAction } from '#src/engine/react/context/useFormAction.ts';
import { useOnce } from '#src/forms/useOnce.ts';
import { useShownLanguage } from '#src/locale/useShownLanguage.ts';
import { Button } from '#src/ui/Button.tsx';
import { DeviceMobile } from '#src/ui/icons.ts';
import { Note } from '#src/ui/Note.tsx';
import { Scriptless } from '#src/ui/Scriptless.tsx';
import { Countdown } from '#src/features/access/Countdown.tsx';
import { useServerSeconds } from '#src/features/access/useServerSeconds.ts';
import { ChannelDialog } from './ChannelDialog.tsx';
import type { KnownPin } from './sentPin.ts';

const PostFrame = styled.form`
  display: grid;
  gap: var(--s-4);
  justify-items: start;
`;

type Refusal = {
  text: string;
  /** instant in ms, by the server's clock, from which a new PIN is allowed */ until?: number;
};

function buildRefusal(error: unknown, text: string): Refusal {
  const next = getProblem(error)?.nextPossibleRetry;
  return { text, ...(next === undefined ? {} : { until: Date.parse(next) }) };
}

/** Notice of a rate limit with its countdown. */
function RefusalNote({ text, until }: Refusal) {
  const [isLong] = useState(() => until !== undefined && until - getServerNow() > hourMs);
  const secondsLeft = useServerSeconds(until) ?? 0;
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
        <p>
          <Countdown of="pinRequest" seconds={secondsLeft} />
        </p>
      )}
    </Note>
  );
}

/** The page of the server, which posts the request without scripts. */
type PostedRequest = { state: string; failure: string | undefined };

/** Posts the request of the buttons within it before scripts arrive. */
function PostForm({ page, children }: { page: PostedRequest | undefined; children: ReactNode }) {
  const language = useShownLanguage();
  if (!page) return children;
  return (
    <PostFrame method="post" action="?" encType="multipart/form-data">
      <input type="hidden" name={postedNames.language} value={language} readOnly />
      <input type="hidden" name={postedNames.state} value={page.state} readOnly />
      {children}
    </PostFrame>
  );
}

type RequestButtonsProps = {
  page: PostedRequest | undefined;
  isSmsAvailable: boolean;
  isBusy: boolean;
  onClick: () => void;
};

/** Button for a PIN. Without scripts a second one chooses the SMS, because there is no dialog. */
function RequestButtons({ page, isSmsAvailable, isBusy, onClick }: RequestButtonsProps) {
  const action = useFormAction();
  return (
    <PostForm page={page}>
      <Button
        variant="primary"
        isBusy={isBusy}
        {...action(postedActions.sendPin('Email'), onClick)}
      >
        <FormattedMessage id="requestPin.submit" />
      </Button>
      {page && isSmsAvailable && (
        <Scriptless>
          <Button
            type="submit"
            name={postedNames.action}
            value={postedActions.sendPin('Sms')}
            icon={<DeviceMobile size={20} aria-hidden />}
          >
            <FormattedMessage id="requestPin.channel.sms" />
          </Button>
        </Scriptless>
      )}
    </PostForm>
  );
}

/** Button that sends a PIN by the chosen channel. */
export function PinRequest({
  invitation,
  page,
  onSent,
}: {
  invitation: InvitationMetadata;
  page?: PostedRequest | undefined;
  onSent: (sent: KnownPin) => void;
}) {
  const { isSmsAvailable } = invitation;
  const errorText = useErrorText();
  const dispatch = useDispatch<AppDispatch>();
  const once = useOnce();
  const [isBusy, setIsBusy] = useState(false);
  const [isChoosing, setIsChoosing] = useState(false);
  const [refusal, setRefusal] = useState<Refusal | undefined>(
    page?.failure === undefined ? undefined : { text: page.failure },
  );

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
      onSent({ ...sent, sentAt: getServerNow() });
    } catch (error) {
      setRefusal(buildRefusal(error, errorText(error))); // does not close by itself
      setIsBusy(false);
    }
  }

  return (
    <>
      {refusal && <RefusalNote key={refusal.until} {...refusal} />}
      <RequestButtons
        page={page}
        isSmsAvailable={isSmsAvailable}
        isBusy={isBusy}
        onClick={() => (isSmsAvailable ? setIsChoosing(true) : void request('Email'))}
      />
      {isChoosing && (
        <ChannelDialog
          onChoose={(channel) => void request(channel)}
          onClose={() => setIsChoosing(false)}
        />
      )}
    </>
  );
}
