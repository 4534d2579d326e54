import type { Meta } from '@storybook/react-vite';
import { useLocation } from 'react-router-dom';
import { expect } from 'storybook/test';
import { logout } from '#schemas/access/sessions.ts';
import { getInvitation } from '#schemas/access/users.ts';
import { makeSession } from '#schemas/testing/make.ts';
import { userSessions } from '#src/api/client/userSessions.ts';
import { useUser } from '#src/api/client/useUser.ts';
import { readStored, readTabChoice, writeTabChoice } from '#src/device/storage.ts';
import { RequestPinPage } from '#src/features/access/pin/RequestPinPage.tsx';
import { OtherLoginPage } from '#src/features/portal/otherLogin/OtherLoginPage.tsx';
import { paths } from '#src/routing/paths.ts';
import { matchRoute } from '#src/routing/routes.ts';
import { mockApi, responds } from '../support/mockApi.ts';
import { inDark, inEnglish, onPhone } from '../support/variants.ts';
import {
  key,
  languageChoice,
  At,
  Invited,
  accessMeta,
  type Story,
  invitation,
  invited,
  byLongName,
  then,
  press,
  says,
} from './accessStory.tsx';

/** An invitation or a login, opened while another user is logged in. */
const meta = {
  title: 'Screens/Other login',
  ...accessMeta,
  parameters: { isPage: true, layout: 'fullscreen' },
} satisfies Meta;
export default meta;

/** The page of the invitation follows, as by the guards. */
function Shown() {
  const route = matchRoute(useLocation());
  const hasUser = useUser() !== undefined;
  const Page = route.name === 'start' || !hasUser ? RequestPinPage : OtherLoginPage;
  return <Page languageChoice={languageChoice} route={route} />;
}

type Kind = Parameters<typeof userSessions.start>[0];
const shown = (kind: Kind, path: string, user: object, planned = invited): Story => ({
  render: () => (
    <At path={path}>
      {path === paths.login() ? (
        <Shown />
      ) : (
        <Invited>
          <Shown />
        </Invited>
      )}
    </At>
  ),
  beforeEach: () => {
    userSessions.start(kind, makeSession({ userId: 'eva', ...user }));
    const end = mockApi(planned, responds(logout, { ended: true }));
    return () => {
      writeTabChoice('acceptedInvitation', undefined);
      return end();
    };
  },
});
const eva = { firstName: 'Eva', lastName: 'Brandt' };
const byKey = paths.login(key);
const used = responds(getInvitation, { ...invitation, userStatus: 1, userRegistered: true });

export const NewInvitation = then(
  shown('registered', byKey, eva),
  says('Sie sind als Eva Brandt angemeldet'),
);
export const NewInvitationInDark = inDark(NewInvitation);
export const NewInvitationOnPhone = onPhone(shown('registered', byKey, eva));
export const NewInvitationEnglish = inEnglish(shown('registered', byKey, eva));
export const LongNames = onPhone(
  shown(
    'registered',
    byKey,
    { firstName: 'Konstantina-Magdalena', lastName: 'Freifrau von Hohenstein-Brandenburger' },
    byLongName,
  ),
);

export const GoOn = then(
  then(shown('registered', byKey, eva), press('Weiter als Eva Brandt')),
  async ({ canvas }) => {
    await expect(await canvas.findByRole('heading', { name: 'PIN anfordern' })).toBeVisible();
    await expect(readTabChoice('acceptedInvitation')).toBe(key);
  },
);
export const Change = then(
  then(shown('registered', byKey, eva), press('Abmelden und Einladung öffnen')),
  async ({ canvas }) => {
    await expect(await canvas.findByRole('heading', { name: 'PIN anfordern' })).toBeVisible();
    await expect(readStored('registeredSession')).toBeUndefined();
  },
);

export const UsedInvitation = then(
  shown('registered', byKey, eva, used),
  says(/gehört zu einem anderen Zugang/),
);
export const InvitationBesidePin = then(
  shown('unregistered', byKey, { ...eva, username: null, userStatus: 0 }),
  says(/mit der PIN einer anderen Einladung/),
);
export const LoginBesidePin = then(
  shown('unregistered', paths.login(), { ...eva, username: null, userStatus: 0 }),
  says(/^Sie haben sich mit einer PIN angemeldet/),
);
export const LoginBesidePinInDark = inDark(LoginBesidePin);
