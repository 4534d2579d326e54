import type { Meta } from '@storybook/react-vite';
import { expect } from 'storybook/test';
import { getInvitation } from '#schemas/access/users.ts';
import { LoginPage } from '#src/features/access/login/LoginPage.tsx';
import { ForbiddenPage } from '#src/features/access/notices/ForbiddenPage.tsx';
import { matchRoute } from '#src/routing/routes.ts';
import { isUnreachable, rejects } from '../support/mockApi.ts';
import { inEnglish, onPhone } from '../support/variants.ts';
import {
  key,
  languageChoice,
  At,
  Invited,
  accessMeta,
  type Story,
  type Planned,
  invited,
  byLongName,
  shown,
  then,
  says,
} from './accessStory.tsx';

/** The key of an invitation on the login and on the page of refused links. */
const meta = {
  title: 'Screens/Invitation',
  ...accessMeta,
  parameters: { isPage: true, layout: 'fullscreen' },
} satisfies Meta;
export default meta;

const atLogin = (...planned: Planned): Story =>
  shown(
    () => (
      <At path={`/login/${key}`}>
        <Invited>
          <LoginPage
            languageChoice={languageChoice}
            route={matchRoute({ pathname: `/login/${key}`, search: '' })}
          />
        </Invited>
      </At>
    ),
    ...planned,
  );
export const LoginByKey = then(atLogin(invited), says('Behrens & Lindqvist'));
export const LoginByUnknownKey = then(
  atLogin(rejects(getInvitation, 'linkInvalid', 'Dieser Link ist ungültig.')),
  says(/^Mandanten.?portal$/),
);
export const LoginByLongName = onPhone(atLogin(byLongName));
const refusedKey = (...planned: Planned): Story =>
  shown(
    () => (
      <At path={`/start/${key}`}>
        <Invited>
          <ForbiddenPage languageChoice={languageChoice} route={{ params: { hashUserKey: key } }} />
        </Invited>
      </At>
    ),
    ...planned,
  );
export const LinkExpired = then(
  refusedKey(rejects(getInvitation, 'linkExpired', 'Dieser Link gilt nicht mehr.')),
  says(/Kanzlei|Anbieter/),
);
export const LinkExpiredOnPhone = onPhone(LinkExpired);
export const LinkUnknown = then(
  refusedKey(rejects(getInvitation, 'linkInvalid', 'Dieser Link ist ungültig.')),
  says('Dieser Link öffnet nichts'),
);
export const LinkUnknownEnglish = inEnglish(
  refusedKey(rejects(getInvitation, 'linkInvalid', 'This link is invalid.')),
);
export const LinkOffline = then(refusedKey(isUnreachable(getInvitation)), async ({ canvas }) => {
  await expect(await canvas.findByRole('button', { name: 'Neu laden' })).toBeVisible();
});
