import { createBrowser, type Browser } from './browser.ts';
import type { Account } from './provider.ts';
import { get, password } from './samples.ts';

export type Invited = { userId: string; hashUserKey: string; email: string; account: Account };
export type Client = Invited & { username: string; browser: Browser };

let count = 0;

/** Adds a client to an account and invites them. */
export async function invite(account: Account): Promise<Invited> {
  count += 1;
  const email = `person${count}@beispiel.example`;
  const made = await account.provider('post', '/users', {
    salutation: 'Frau',
    firstName: 'Miriam',
    lastName: 'Castillo',
    email,
  });
  const userId = get(made, 'userId');
  const url = `/users/${userId}/invitations`;
  const invitation = await account.provider('post', url, { sendMail: false });
  return { userId, email, account, hashUserKey: get(invitation, 'hashUserKey') };
}

/** Returns the text of a mail to an address that matches; '' if there is none yet. */
export async function readMail(origin: string, to: string, pattern: RegExp): Promise<string> {
  const { bytes } = await createBrowser(origin).get('/dev/outbox.json');
  const mails = JSON.parse(bytes.toString()) as { recipient: string; body: string }[];
  return mails.find(({ recipient, body }) => recipient === to && pattern.test(body))?.body ?? '';
}

const pinPattern = /\b\d{6}\b/;

/** Requests the PIN of an invitation and reads it in the mail. */
export async function requestPin(
  browser: Browser,
  { hashUserKey, email }: Invited,
): Promise<string> {
  await browser.get(`/api/v2.0/authenticate/adhoc/pin/${hashUserKey}?preferredChannel=Email`);
  return pinPattern.exec(await readMail(browser.origin, email, pinPattern))?.[0] ?? '';
}

/** Opens an unregistered session with the mailed PIN. */
export async function openAdhoc(browser: Browser, invited: Invited): Promise<Browser> {
  const { body } = await browser.post('/api/v2.0/authenticate/adhoc', {
    key: invited.hashUserKey,
    password: await requestPin(browser, invited),
  });
  browser.token = get(body, 'accessToken');
  return browser;
}

/** Builds the body of a registration as the wizard does. */
export async function prepareRegistration(
  { hashUserKey, userId, account: { accountId } }: Invited,
  browser: Browser,
): Promise<Record<string, unknown>> {
  const { body: metadata } = await browser.get(`/api/v2.0/user/${hashUserKey}/metadata`);
  const { body: wizard } = await browser.get(`/api/v2.0/user/${hashUserKey}/wizard`);
  const { body: task } = await browser.get(
    `/api/v2.0/e.consult.${accountId}/user/${hashUserKey}/register`,
  );
  return {
    username: `miriam.${userId.slice(0, 12).toLowerCase()}`,
    password,
    passwordConfirmation: password,
    accountId,
    Key: task['asyncTaskKey'],
    userId,
    AgbsAccepted: true,
    token: wizard['token'],
    statementHashes: metadata['statementHashes'],
  };
}

/** Logs a registered user in. */
export async function logIn(browser: Browser, username: string): Promise<Browser> {
  const { body } = await browser.post('/api/authenticate/login', {
    Username: username,
    Password: password,
  });
  browser.token = get(body, 'accessToken');
  return browser;
}

/** Invites, registers and logs in a client, by the calls of the wizard. */
export async function registerClient(account: Account, origin: string): Promise<Client> {
  const invited = await invite(account);
  const adhoc = await openAdhoc(createBrowser(origin), invited);
  const body = await prepareRegistration(invited, adhoc);
  const url = `/api/v2.0/e.consult.${account.accountId}/user/${invited.hashUserKey}/register`;
  const done = await adhoc.post(url, body);
  if (done.status !== 200) throw new Error(done.bytes.toString());
  const username = String(body['username']);
  return { ...invited, username, browser: await logIn(createBrowser(origin), username) };
}
