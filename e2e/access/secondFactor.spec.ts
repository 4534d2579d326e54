import { storedSessionLimits } from '#server/access/limits.ts';
import { expectNoBarrier, expectNoSidewaysScroll } from '../support/barriers.ts';
import { test } from '../support/newClient.ts';
import { test as testOnOwnServer } from '../support/ownClient.ts';
import { generateCode, ConfirmedLogin, stepMs } from '../support/pages/confirmedLogin.ts';
import { expect } from '../support/test.ts';

/** Lifetime of an idle login. */
const idleLifetimeMs = (storedSessionLimits.idleDays.registered * 24 * 60 + 1) * 60_000;

test('A client sets up an authenticator app and confirms each login with a code', async ({
  page,
  origin,
  client,
}) => {
  const who = new ConfirmedLogin(page, origin, client);
  await who.settings.logIn(client);
  await who.settings.open();
  await who.settings.expectText('Ausgeschaltet: Zum Anmelden genügt Ihr Passwort.');
  await page.getByRole('button', { name: 'Authenticator-App einrichten' }).click();
  await who.dialog.locator('input[type=password]').fill('falsch');
  await who.dialog.getByRole('button', { name: 'Weiter zur App' }).click();
  await who.settings.expectText(/Das Passwort stimmt nicht\. Sie haben noch 4 Versuche\./);
  await page.keyboard.press('Escape');

  await page.getByRole('button', { name: 'Authenticator-App einrichten' }).click();
  await who.confirmWithPassword('Weiter zur App');
  await who.code.fill('000000');
  await who.settings.expectText(/Der Code ist falsch/);
  await expect(who.code).toHaveValue('');
  await expect(who.code).toBeFocused();
  await page.keyboard.press('Escape');

  const { secret, recoveryCodes } = await who.setUp();
  expect(recoveryCodes).toHaveLength(10);
  await expect(page.getByRole('heading', { name: 'Anmeldung in zwei Schritten' })).toBeFocused();
  await who.settings.expectText('10 von 10 sind noch übrig');

  await who.logOut();
  await page.goto(`${origin}/settings/about`);
  await expect(page).toHaveURL(`${origin}/login`);
  await who.givePassword();
  await expect(page.getByRole('heading', { name: 'Noch ein Schritt' })).toBeVisible();
  await expect(who.code).toBeFocused();
  const used = generateCode(secret);
  await page.keyboard.type(used); // sent with the last digit
  await expect(page).toHaveURL(`${origin}/settings/about`);

  await who.logOut();
  await who.givePassword();
  await who.code.fill(used);
  await expect(
    page.getByRole('alert').filter({ hasText: 'Der Code ist falsch oder schon benutzt.' }),
  ).toBeVisible();
  await expect(who.code).toHaveValue('');
  await expect(who.code).toBeFocused();

  await page.getByRole('button', { name: 'Wiederherstellungscode benutzen' }).click();
  await expect(page.getByRole('textbox', { name: /Wiederherstellungscode/ })).toBeFocused();
  await page.keyboard.type(recoveryCodes[0]?.toLowerCase() ?? '');
  await page.keyboard.press('Enter');
  await who.expectInside();
  await who.settings.open();
  await who.settings.expectText('9 von 10 sind noch übrig');
  await who.logOut();
  await who.givePassword();
  await page.getByRole('button', { name: 'Zurück zum Passwort' }).click();
  await expect(page.locator('input[type=password]')).toBeFocused();
});

testOnOwnServer(
  'A login that expires at work asks for the code too, and the app can be removed',
  async ({ page, server, client }) => {
    const who = new ConfirmedLogin(page, server.url, client);
    await who.settings.logIn(client);
    await who.settings.open();
    const { secret } = await who.setUp();
    await page.getByRole('link', { name: 'Übersicht' }).focus();
    await server.forward(idleLifetimeMs);
    await page.keyboard.press('Enter'); // harmless in the dialog, if the event arrives first
    const again = page.getByRole('dialog', { name: 'Bitte melden Sie sich noch einmal an' });
    await again.locator('input[type=password]').fill(client.password);
    await again.getByRole('button', { name: 'Anmelden' }).click();
    await expect(who.code).toBeFocused();
    await who.code.fill(generateCode(secret, idleLifetimeMs / stepMs));
    await expect(again).toHaveCount(0);

    await who.settings.open();
    await page.getByRole('button', { name: 'Wiederherstellungscodes neu erstellen' }).click();
    await who.confirmWithPassword('Wiederherstellungscodes neu erstellen');
    await expect(who.dialog.getByRole('listitem')).toHaveCount(10);
    await who.dialog.getByRole('button', { name: 'Codes sind aufbewahrt' }).click();
    await page.getByRole('button', { name: 'Authenticator-App entfernen' }).click();
    await who.confirmWithPassword('Authenticator-App entfernen');
    await who.settings.expectText('Ausgeschaltet: Zum Anmelden genügt Ihr Passwort.');
    await who.logOut();
    await who.givePassword();
    await who.expectInside();
  },
);

test('A passkey confirms a login, replaces the password and can be removed', async ({
  page,
  context,
  origin,
  client,
}) => {
  const devices = await context.newCDPSession(page);
  await devices.send('WebAuthn.enable');
  const { authenticatorId } = await devices.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      transport: 'internal',
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  });
  const who = new ConfirmedLogin(page, origin, client);
  await who.settings.logIn(client);
  await who.settings.open();
  await who.addPasskey('Mein Telefon');
  await expect(
    who.dialog.getByRole('list', { name: 'Ihre Wiederherstellungscodes' }).getByRole('listitem'),
  ).toHaveCount(10);
  await who.dialog.getByRole('button', { name: 'Codes sind aufbewahrt' }).click();
  await expect(page.getByRole('listitem').filter({ hasText: 'Mein Telefon' })).toContainText(
    'hinzugefügt am',
  );
  await who.addPasskey('Noch einmal dasselbe');
  await who.settings.expectText('Auf diesem Gerät gibt es schon einen Passkey für Ihren Zugang.');
  await page.keyboard.press('Escape');
  await page
    .getByRole('dialog', { name: 'Änderungen verwerfen?' })
    .getByRole('button', { name: 'Verwerfen' })
    .click();

  await who.logOut();
  await who.givePassword();
  await expect(page.getByRole('button', { name: 'Passkey benutzen' })).toBeFocused();
  await page.keyboard.press('Enter');
  await who.expectInside();

  await who.logOut();
  await devices.send('WebAuthn.setUserVerified', { authenticatorId, isUserVerified: false });
  await page.getByRole('button', { name: 'Passkey benutzen' }).click();
  await expect(
    page.getByRole('alert').filter({ hasText: 'Das Gerät hat nichts bestätigt.' }),
  ).toBeVisible();
  await devices.send('WebAuthn.setUserVerified', { authenticatorId, isUserVerified: true });
  await page.getByRole('button', { name: 'Passkey benutzen' }).click();
  await who.expectInside();

  await who.settings.open();
  await expect(page.getByRole('listitem').filter({ hasText: 'Mein Telefon' })).toContainText(
    'zuletzt benutzt am',
  );
  await page.getByRole('button', { name: 'Passkey entfernen: Mein Telefon' }).click();
  await who.confirmWithPassword('Passkey entfernen');
  await who.settings.expectText('Ausgeschaltet: Zum Anmelden genügt Ihr Passwort.');
  await who.logOut();
  await who.givePassword();
  await who.expectInside();
});

test('The second step and its set-up have no accessibility barrier', async ({
  page,
  origin,
  client,
}) => {
  const who = new ConfirmedLogin(page, origin, client);
  const expectGoodAtAnyWidth = async () => {
    await expectNoBarrier(page);
    await expectNoSidewaysScroll(page);
  };
  await who.settings.logIn(client);
  await who.settings.open();
  await page.getByRole('button', { name: 'Authenticator-App einrichten' }).click();
  await expect(who.dialog.locator('input[type=password]')).toBeFocused();
  await expectGoodAtAnyWidth();
  await who.confirmWithPassword('Weiter zur App');
  await expect(who.dialog.getByRole('img')).toBeVisible();
  await expectGoodAtAnyWidth();
  const secret = ((await who.dialog.locator('code').textContent()) ?? '').replaceAll(' ', '');
  await who.code.fill(generateCode(secret));
  await expect(
    who.dialog.getByRole('list', { name: 'Ihre Wiederherstellungscodes' }),
  ).toBeVisible();
  await expectGoodAtAnyWidth();
  await who.dialog.getByRole('button', { name: 'Codes sind aufbewahrt' }).click();
  await who.settings.expectText('10 von 10 sind noch übrig');
  await expectGoodAtAnyWidth();
  await who.logOut();
  await who.givePassword();
  await expect(who.code).toBeFocused();
  await expectGoodAtAnyWidth();
  await who.code.fill('000000');
  await expect(page.getByRole('alert').filter({ hasText: 'Der Code ist falsch' })).toBeVisible();
  await expectGoodAtAnyWidth();
  await page.getByRole('button', { name: 'Wiederherstellungscode benutzen' }).click();
  await expect(page.getByRole('textbox', { name: /Wiederherstellungscode/ })).toBeFocused();
  await expectGoodAtAnyWidth();
});
