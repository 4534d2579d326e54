import { styled } from '@linaria/react';
import { Suspense, useEffect, useRef, useState, type ReactNode } from 'react';
import { FormattedMessage } from 'react-intl';
import { pinLimits } from '#schemas/forms/limits.ts';
import { minuteMs, secondMs } from '#schemas/platform/time.ts';
import { failedWith, isNetworkError } from '#src/api/client/errors.ts';
import { PortalForm, type PortalFormHandle } from '#src/forms/PortalForm.tsx';
import { Clock } from '#src/ui/icons.ts';
import { Note } from '#src/ui/Note.tsx';
import { formatSeconds } from './formatSeconds.ts';
import type { KnownPin } from './sentPin.ts';
import { usePinEntry } from './usePinEntry.ts';
import { useSecondsLeft } from './useSecondsLeft.ts';

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
  again,
}: {
  hashUserKey: string;
  sent: KnownPin | undefined;
  again: Again;
}) {
  const form = useRef<PortalFormHandle>(null);
  const enter = usePinEntry(hashUserKey);
  const wrongTries = useRef(0);
  const [isVoid, setIsVoid] = useState(false);

  async function submit({ password }: Record<string, unknown>): Promise<void> {
    try {
      await enter(String(password));
    } catch (error) {
      if (failedWith(error, 'falsePin')) wrongTries.current += 1;
      if (failedWith(error, 'pinVoid') || wrongTries.current >= pinLimits.wrongTries)
        return setIsVoid(true);
      if (!isNetworkError(error)) form.current?.clear('password');
      throw error;
    }
  }

  if (isVoid) return <VoidPin again={again} />;
  return (
    <>
      <p>
        <FormattedMessage
          id={
            sent?.channel === 'Sms' ? 'enterPin.bySms' : sent ? 'enterPin.byEmail' : 'enterPin.text'
          }
          values={{
            ending: sent?.numberEndsWith ?? 'unknown',
            b: (digits) => <Digits>{digits}</Digits>,
          }}
        />
      </p>
      <Frame>
        <Suspense>
          <PortalForm
            ref={form}
            name="enterPin"
            focusOn="password"
            submitIcon={null}
            onSubmit={submit}
          />
        </Suspense>
      </Frame>
      <NotReceived sentAt={sent?.sentAt} again={again} />
    </>
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
function NotReceived({ sentAt, again }: { sentAt: number | undefined; again: Again }) {
  const goodFor = useSecondsLeft(
    sentAt === undefined ? undefined : sentAt + pinLimits.validMinutes * minuteMs,
  );
  const wait = useSecondsLeft(
    sentAt === undefined ? undefined : sentAt + pinLimits.secondsBetween * secondMs,
  );
  return (
    <Small>
      {goodFor > 0 && (
        <p>
          <Clock size={20} aria-hidden />
          <FormattedMessage id="enterPin.goodFor" values={{ time: formatSeconds(goodFor) }} />
        </p>
      )}
      <p>
        {wait > 0 ? (
          <FormattedMessage id="enterPin.wait" values={{ seconds: wait }} />
        ) : (
          again(<FormattedMessage id="enterPin.notReceived" />, false)
        )}
      </p>
    </Small>
  );
}
