import { expectNoBarrier } from '../support/barriers.ts';
import { Invited } from '../support/pages/invitation.ts';
import { RegistrationPages } from '../support/pages/registration.ts';
import { expect, test } from '../support/test.ts';

test('A client accepts a second provider with the login of the first', async ({
  page,
  demo,
  request,
}) => {
  const pages = new RegistrationPages(page);
  const login = { username: `m.${Date.now()}`, password: 'Fahrrad-im-Regen-7' };
  const name = 'Jonas Wieland';

  await pages.enterPin(await Invited.create(request, demo, 'first'), name);
  await pages.register(login);

  const second = await Invited.create(request, demo, 'second', demo.otherProviderApiKey);
  await page.goto(await second.link()); // in the session of the first PIN
  await expect(pages.title()).toHaveText(`Sie sind als ${name} angemeldet`);
  await expectNoBarrier(page);
  await page.getByRole('button', { name: 'Abmelden und Einladung öffnen' }).click();
  await expect(pages.title()).toHaveText('PIN anfordern');
  await expect(pages.title()).toBeFocused();
  await pages.enterPin(second, name);
  await pages.chooseExistingLogin();
  await expectNoBarrier(page);
  await pages.logIn(login);
  await expectNoBarrier(page);
  await pages.confirm();
  const kept = await page.evaluate(() => localStorage.getItem('formakte.registeredSession'));
  expect(
    (JSON.parse(kept ?? '{}') as { user: { accountIds: string[] } }).user.accountIds,
  ).toHaveLength(2);

  await page.goto(await (await Invited.create(request, demo, 'third')).link());
  await page.getByRole('button', { name: `Weiter als ${name}` }).click();
  await expect(pages.title()).toHaveText('PIN anfordern');
});
