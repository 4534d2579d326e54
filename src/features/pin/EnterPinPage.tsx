import { styled } from '@linaria/react';
import { Suspense, useEffect, useRef, useState, type ReactNode } from 'react';
import { FormattedMessage, useIntl } from 'react-intl';
import { Link, useLocation } from 'react-router-dom';
import { limits } from '#schemas/limits.ts';
import { failedWith, isNetworkError } from '#src/api/errors.ts';
import { useGetInvitationQuery } from '#src/api/users.ts';
import { PortalForm, type PortalFormHandle } from '#src/forms/PortalForm.tsx';
import { paths } from '#src/lib/paths.ts';
import type { Place } from '#src/lib/routes.ts';
import { buttonClass } from '#src/ui/Button.tsx';
import { Clock } from '#src/ui/icons.ts';
import { Note } from '#src/ui/Note.tsx';
import { InvitedSheet } from './InvitedSheet.tsx';
import { sentPinOf } from './sentPin.ts';
import { usePinEntry } from './usePinEntry.ts';
import { useSecondsLeft } from './useSecondsLeft.ts';

const Frame = styled.div`width: 100%; min-height: 15rem;`;
const Digits = styled.span`color: var(--text); font-variant-numeric: tabular-nums; white-space: nowrap;`;
const Small = styled.div`
  display: grid; gap: var(--s-2); color: var(--muted); font-size: var(--text-sm); font-variant-numeric: tabular-nums;
  a { padding-block: .35rem; }
  p:has(> svg) { display: flex; gap: .45rem; align-items: center; }
`;

const clock = (seconds: number): string => `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`;

/** /enter-pin: six digits, sent with the last one; cleared when they are wrong. */
export function EnterPinPage({ languageChoice, place: { params: { hashUserKey = '' } } }: { languageChoice: ReactNode; place: Place }) {
  const intl = useIntl();
  const { data } = useGetInvitationQuery({ params: { hashUserKey } });
  const sent = sentPinOf(useLocation().state);
  const form = useRef<PortalFormHandle>(null);
  const enter = usePinEntry(hashUserKey);
  const wrongTries = useRef(0);
  const [isVoid, setIsVoid] = useState(false);
  if (!data) return null;

  async function submit({ password }: Record<string, unknown>): Promise<void> {
    try {
      await enter(String(password));
    } catch (error) {
      if (failedWith(error, 'falsePin')) wrongTries.current += 1;
      if (failedWith(error, 'pinVoid') || wrongTries.current >= limits.pin.wrongTries) return setIsVoid(true);
      if (!isNetworkError(error)) form.current?.clear('password');
      throw error;
    }
  }

  if (isVoid) return <InvitedSheet invitation={data} languageChoice={languageChoice} title={intl.formatMessage({ id: 'pin.title' })}><VoidPin hashUserKey={hashUserKey} /></InvitedSheet>;
  return (
    <InvitedSheet invitation={data} languageChoice={languageChoice} title={intl.formatMessage({ id: 'pin.title' })}>
      <p><FormattedMessage id={sent?.channel === 'Sms' ? 'enterPin.bySms' : sent ? 'enterPin.byEmail' : 'enterPin.text'} values={{ ending: sent?.numberEndsWith ?? 'unknown', b: (digits) => <Digits>{digits}</Digits> }} /></p>
      <Frame><Suspense><PortalForm ref={form} name="enterPin" focusOn="password" submitIcon={null} onSubmit={submit} /></Suspense></Frame>
      <NotReceived hashUserKey={hashUserKey} sentAt={sent?.sentAt} />
    </InvitedSheet>
  );
}

/** Nothing typed here can be right any more: only a new PIN leads on. */
function VoidPin({ hashUserKey }: { hashUserKey: string }) {
  const link = useRef<HTMLAnchorElement>(null);
  useEffect(() => link.current?.focus(), []); // the field that had the focus is gone
  return (
    <>
      <Note tone="danger" role="alert"><p><FormattedMessage id="enterPin.void" /></p></Note>
      <Link ref={link} className={buttonClass} to={paths.start(hashUserKey)}><FormattedMessage id="enterPin.new" /></Link>
    </>
  );
}

/** How long the PIN is good, and the way to a new one: at most one a minute (decisions.md, PIN). */
function NotReceived({ hashUserKey, sentAt }: { hashUserKey: string; sentAt: number | undefined }) {
  const goodFor = useSecondsLeft(sentAt === undefined ? undefined : sentAt + limits.pin.validMinutes * 60_000);
  const wait = useSecondsLeft(sentAt === undefined ? undefined : sentAt + limits.pin.secondsBetween * 1_000);
  return (
    <Small>
      {goodFor > 0 && <p><Clock size={20} aria-hidden /><FormattedMessage id="enterPin.goodFor" values={{ time: clock(goodFor) }} /></p>}
      <p>{wait > 0 ? <FormattedMessage id="enterPin.wait" values={{ seconds: wait }} /> : <Link to={paths.start(hashUserKey)}><FormattedMessage id="enterPin.notReceived" /></Link>}</p>
    </Small>
  );
}
