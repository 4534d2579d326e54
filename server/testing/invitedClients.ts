import type { ProviderUser } from '#schemas/access/clients.ts';
import type { Invitation, NewInvitation } from '#schemas/access/users.ts';
import { addAccount, json, signIn, type TestServer } from './testServer.ts';

/** A password that every rule allows. */
export const password = 'Fahrrad-im-Regen';

export type Invited = { acc: string; userId: string; key: string; headers: Record<string, string> };

/** Creates a client with an invitation, and the session that the PIN opens. */
export async function inviteClient(
  server: TestServer,
  account = {},
  wanted: NewInvitation = {},
): Promise<Invited> {
  const { accountId, apiKey } = await addAccount(server, account);
  const call = (path: string, payload: object) =>
    server.app.inject({
      method: 'POST',
      url: `/provider/v1/users${path}`,
      headers: { 'x-api-key': apiKey },
      payload,
    });
  const person = { firstName: 'Miriam', lastName: 'Castillo', email: 'miriam@beispiel.example' };
  const { userId } = json<ProviderUser>(await call('', person));
  const { hashUserKey } = json<Invitation>(await call(`/${userId}/invitations`, wanted));
  return {
    acc: accountId,
    userId,
    key: hashUserKey,
    headers: await signIn(server, userId, 'unregistered', accountId),
  };
}
