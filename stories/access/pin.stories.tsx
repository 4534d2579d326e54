import type { Meta } from '@storybook/react-vite';
import { expect } from 'storybook/test';
import { loginAdhoc, requestPin, type SentPin } from '#schemas/access/adhoc.ts';
import { getInvitation } from '#schemas/access/users.ts';
import { EnterPinPage } from '#src/features/access/pin/EnterPinPage.tsx';
import { PinDialog } from '#src/features/access/pin/PinDialog.tsx';
import { RequestPinPage } from '#src/features/access/pin/RequestPinPage.tsx';
import { matchRoute } from '#src/routing/routes.ts';
import { responds, isUnreachable, rejects, rejectsFor, neverResponds } from '../support/mockApi.ts';
import { inEnglish, onPhone } from '../support/variants.ts';
import {
  key,
  languageChoice,
  At,
  accessMeta,
  type Story,
  type Planned,
  invitation,
  invited,
  byLongName,
  offline,
  tooMany,
  shown,
  then,
  press,
  says,
  after,
} from './accessStory.tsx';

/** PIN request, PIN entry and the PIN dialog over a page. */
const meta = {
  title: 'Screens/PIN',
  ...accessMeta,
  parameters: { isPage: true, layout: 'fullscreen' },
} satisfies Meta;
export default meta;

const start = (...planned: Planned): Story =>
  shown(
    () => (
      <At path={`/start/${key}`}>
        <RequestPinPage
          languageChoice={languageChoice}
          route={matchRoute({ pathname: `/start/${key}`, search: '' })}
        />
      </At>
    ),
    ...planned,
  );
const byMail = responds(getInvitation, { ...invitation, isSmsAvailable: false });
export const RequestPin = start(invited);
export const RequestPinEnglish = inEnglish(RequestPin);
export const RequestPinOnPhone = onPhone(RequestPin);
export const RequestPinSending = then(
  then(start(byMail, neverResponds(requestPin)), press('PIN anfordern')),
  async ({ canvas }) => {
    await expect(canvas.getByRole('button', { name: 'PIN anfordern' })).toHaveAttribute(
      'aria-busy',
      'true',
    );
  },
);
export const RequestPinNotSent = after(
  start(byMail, rejects(requestPin, 'pinNotSent', 'Die PIN konnte nicht gesendet werden.')),
  'PIN anfordern',
  'Die PIN konnte nicht gesendet werden.',
);
export const RequestPinTooOften = after(
  start(byMail, rejects(requestPin, 'tooManyRequests', tooMany)),
  'PIN anfordern',
  tooMany,
);
export const RequestPinTooSoon = after(
  start(byMail, rejectsFor(43_000, requestPin, 'tooManyRequests')),
  'PIN anfordern',
  'Sie haben schon eine PIN angefordert. In einer Minute können Sie eine neue anfordern.',
);
export const RequestPinTooSoonIsOver = after(
  start(byMail, rejectsFor(1_500, requestPin, 'tooManyRequests')),
  'PIN anfordern',
  'Sie können jetzt eine neue PIN anfordern.',
);
export const RequestPinUntilTomorrow = after(
  start(byMail, rejectsFor(20 * 3_600_000, requestPin, 'tooManyRequests')),
  'PIN anfordern',
  /Ab .* Uhr können Sie eine neue anfordern\./,
);
export const RequestPinOffline = after(
  start(byMail, isUnreachable(requestPin)),
  'PIN anfordern',
  offline,
);
export const RequestPinLongName = start(byLongName);
export const RequestPinLongNameOnPhone = onPhone(RequestPinLongName);
export const Channel = after(RequestPin, 'PIN anfordern', 'Per SMS');
export const ChannelOnPhone = onPhone(Channel);
export const ChannelEnglish = inEnglish(after(RequestPin, 'Request PIN', 'By SMS'));

// ── Entry of a PIN
const enter = (sent: (SentPin & { secondsAgo: number }) | undefined, ...planned: Planned): Story =>
  shown(
    () => (
      <At
        path={`/enter-pin/${key}`}
        state={sent && { ...sent, sentAt: Date.now() - sent.secondsAgo * 1_000 }}
      >
        <EnterPinPage
          languageChoice={languageChoice}
          route={matchRoute({ pathname: `/enter-pin/${key}`, search: '' })}
        />
      </At>
    ),
    ...planned,
  );
const typed = (story: Story): Story =>
  then(story, async ({ canvas, userEvent }) => {
    await userEvent.type(await canvas.findByRole('textbox'), '407218');
  });
const bySms = { channel: 'Sms', numberEndsWith: '123', secondsAgo: 5 } as const;
export const EnterPin = then(
  then(enter(bySms, invited), says(/In einer Minute können Sie eine neue anfordern/)),
  says('••••• 123'),
);
export const EnterPinOnPhone = onPhone(EnterPin);
export const EnterPinEnglish = inEnglish(enter(bySms, invited));
export const EnterPinAgain = then(
  enter({ channel: 'Email', secondsAgo: 90 }, invited),
  says(/Neue PIN anfordern/),
);
export const EnterPinUnsent = enter(undefined, invited);
export const EnterPinSending = typed(enter(bySms, invited, neverResponds(loginAdhoc)));
export const EnterPinWrong = then(
  typed(enter(bySms, invited, rejects(loginAdhoc, 'falsePin', 'Die PIN ist falsch.'))),
  says('Die PIN ist falsch.'),
);
export const EnterPinWrongOnPhone = onPhone(EnterPinWrong);
export const EnterPinVoid = then(
  typed(
    enter(
      bySms,
      invited,
      rejects(loginAdhoc, 'pinVoid', 'Diese PIN gilt nicht. Bitte fordern Sie eine neue PIN an.'),
    ),
  ),
  says(/^Diese PIN gilt nicht/),
);
export const EnterPinOffline = then(
  typed(enter(bySms, invited, isUnreachable(loginAdhoc))),
  says(offline),
);
export const EnterPinLongName = onPhone(enter(bySms, byLongName));

// ── The PIN dialog over a page
const again = (...planned: Planned): Story =>
  shown(
    () => (
      <At path="/settings/about">
        <PinDialog hashUserKey={key} />
      </At>
    ),
    ...planned,
  );
export const PinAgain = then(again(invited), says(/Was Sie geschrieben haben, bleibt stehen/));
export const PinAgainOffline = then(again(isUnreachable(getInvitation)), says(offline));
export const PinAgainOnPhone = onPhone(PinAgain);
export const PinAgainSent = after(
  again(byMail, responds(requestPin, { channel: 'Email' })),
  'PIN anfordern',
  /^Wir haben Ihnen per E-Mail/,
);
export const PinAgainVoid = after(
  typed(
    after(
      again(
        byMail,
        responds(requestPin, { channel: 'Email' }),
        rejects(loginAdhoc, 'pinVoid', 'Diese PIN gilt nicht.'),
      ),
      'PIN anfordern',
      /^Wir haben Ihnen per E-Mail/,
    ),
  ),
  'Neue PIN anfordern',
  'PIN anfordern',
);
