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
  await page.evaluate(() => localStorage.clear());
  await page.context().clearCookies(); // as on another day

  await pages.enterPin(
    await Invited.create(request, demo, 'second', demo.otherProviderApiKey),
    name,
  );
  await pages.chooseExistingLogin();
  await expectNoBarrier(page);
  await pages.logIn(login);
  await expectNoBarrier(page);
  await pages.confirm();
  const kept = await page.evaluate(() => localStorage.getItem('formakte.registeredSession'));
  expect(
    (JSON.parse(kept ?? '{}') as { user: { accountIds: string[] } }).user.accountIds,
  ).toHaveLength(2);
});
