import { styled } from '@linaria/react';
import { Suspense, useEffect, useRef, useState, type ReactNode } from 'react';
import { FormattedMessage } from 'react-intl';
import type { AccessPageData } from '#schemas/access/accessPages.ts';
import type { PinChannel } from '#schemas/access/users.ts';
import { pinLimits } from '#schemas/forms/limits.ts';
import { minuteMs, secondMs } from '#schemas/platform/time.ts';
import { hasReason, getProblem, isFinal } from '#src/api/client/errors.ts';
import { Countdown } from '#src/features/access/Countdown.tsx';
import { useServerSeconds } from '#src/features/access/useServerSeconds.ts';
import { PortalForm, type PortalFormHandle } from '#src/forms/PortalForm.tsx';
import { Clock } from '#src/ui/icons.ts';
import { Note } from '#src/ui/Note.tsx';
import { WrappedText } from '#src/ui/WrappedText.tsx';
import { useSentPin, type KnownPin } from './sentPin.ts';
import { usePinEntry } from './usePinEntry.ts';

const Frame = styled.div`
  width: 100%;
  min-height: 15rem;
`;
const Digits = styled.span`
  color: var(--text);
  font-variant-numeric: tabular-nums;
  white-space: nowrap;
`;
const Small = styled.div`
  display: grid;
  gap: var(--s-2);
  color: var(--muted);
  font-size: var(--text-sm);
  font-variant-numeric: tabular-nums;
  a {
    padding-block: 0.35rem;
  }
  button {
    min-height: var(--target-min);
    padding: 0;
    border: 0;
    background: none;
    color: var(--accent-text);
    text-decoration: underline;
    text-underline-offset: 0.18em;
    text-align: left;
  }
  p:has(> svg) {
    display: flex;
    gap: 0.45rem;
    align-items: center;
  }
`;
const Void = styled.div`
  display: grid;
  gap: var(--s-5);
  justify-items: start;
`;

/** Button for a new PIN; `isLast` makes it the only action. */
export type Again = (words: ReactNode, isLast: boolean) => ReactNode;

/** PIN field. Submits with the sixth digit; a wrong PIN clears it. */
export function PinEntry({
  hashUserKey,
  sent,
  page,
  again,
}: {
  hashUserKey: string;
  /** The PIN that was sent from here; by default that of the history entry. */
  sent?: KnownPin | undefined;
  /** The page that the server has rendered. */
  page?: AccessPageData | undefined;
  again: Again;
}) {
  const { invited, posted } = page ?? {};
  const hasErrors = (posted?.errors.length ?? 0) > 0; // their summary has the focus
  const form = useRef<PortalFormHandle>(null);
  const enter = usePinEntry(hashUserKey);
  const wrongAttempts = useRef(0);
  const [isVoid, setIsVoid] = useState(invited?.isVoid ?? false);

  async function submit({ password }: Record<string, unknown>): Promise<void> {
    try {
      await enter(String(password));
    } catch (error) {
      if (hasReason(error, 'falsePin')) wrongAttempts.current += 1;
      const isSpent =
        wrongAttempts.current >= pinLimits.wrongAttempts || getProblem(error)?.triesLeft === 0;
      if (hasReason(error, 'pinVoid') || isSpent) return setIsVoid(true);
      if (hasReason(error, 'falsePin')) form.current?.refuse('password');
      else if (isFinal(error)) form.current?.clear('password');
      throw error;
    }
  }

  if (isVoid) return <VoidPin again={again} />;
  return (
    <>
      <SentTo sent={sent} channel={invited?.sent} />
      <Frame>
        <Suspense>
          <PortalForm
            ref={form}
            name="enterPin"
            page={invited && { posted, state: invited.state }}
            {...(hasErrors ? {} : { focusOn: 'password' })}
            submitIcon={null}
            onSubmit={submit}
          />
        </Suspense>
      </Frame>
      <NotReceived sent={sent} again={again} />
    </>
  );
}

type SentToProps = { sent: KnownPin | undefined; channel: PinChannel | undefined };

/**
 * Says how the PIN was sent. A component of its own, as is `NotReceived`: an update of the page
 * during hydration would replace the field.
 */
function SentTo({ sent, channel }: SentToProps) {
  const ofEntry = useSentPin();
  const known = sent ?? ofEntry;
  const shown = known?.channel ?? channel;
  return (
    <p>
      <FormattedMessage
        id={shown === 'Sms' ? 'enterPin.bySms' : shown ? 'enterPin.byEmail' : 'enterPin.text'}
        values={{
          ending: known?.numberEndsWith ?? 'unknown',
          b: (digits) => (
            <Digits>
              <WrappedText>{digits}</WrappedText>
            </Digits>
          ),
        }}
      />
    </p>
  );
}

/** The PIN is void, so only a new one helps. */
function VoidPin({ again }: { again: Again }) {
  const frame = useRef<HTMLDivElement>(null);
  // the focused field was removed
  useEffect(() => frame.current?.querySelector<HTMLElement>('a, button')?.focus(), []);
  return (
    <Void ref={frame}>
      <Note tone="danger" role="alert">
        <p>
          <FormattedMessage id="enterPin.void" />
        </p>
      </Note>
      {again(<FormattedMessage id="enterPin.new" />, true)}
    </Void>
  );
}

/** Lifetime of the PIN, and a button for a new one, at most one a minute. */
function NotReceived({ sent, again }: { sent: KnownPin | undefined; again: Again }) {
  const ofEntry = useSentPin();
  const { sentAt } = sent ?? ofEntry ?? {};
  const countdown = (ms: number) => (sentAt === undefined ? undefined : sentAt + ms);
  const goodFor = useServerSeconds(countdown(pinLimits.validMinutes * minuteMs)) ?? 0;
  const wait = useServerSeconds(countdown(pinLimits.secondsBetween * secondMs)) ?? 0;
  return (
    <Small>
      {goodFor > 0 && (
        <p>
          <Clock size={20} aria-hidden />
          <Countdown of="pinValidity" seconds={goodFor} />
        </p>
      )}
      <p>
        {wait > 0 ? (
          <Countdown of="pinRepeat" seconds={wait} />
        ) : (
          again(<FormattedMessage id="enterPin.notReceived" />, false)
        )}
      </p>
    </Small>
  );
}
