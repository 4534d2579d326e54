import type { UserData } from '#schemas/users.ts';
import { removeStored, writeStored } from '#src/lib/storage.ts';

/** Somebody is logged in for as long as the story is shown. Answers the function that ends it. */
export function asJonas(): () => void {
  const user: UserData = {
    userId: 'u1',
    firstName: 'Jonas',
    lastName: 'Wieland',
    salutation: 'Herr',
    email: 'jonas@example.com',
    username: 'j.wieland',
    userStatus: 1,
    accountId: 'a1',
    accountIds: ['a1', 'a2'],
    accountIdsWithoutDashboard: [],
    uniqueAccountKeys: [],
    hasProfilePicture: false,
  };
  writeStored('registeredSession', {
    accessToken: 'story',
    sessionId: 's1',
    receivedAt: Date.now(),
    user,
  });
  return () => removeStored('registeredSession');
}
