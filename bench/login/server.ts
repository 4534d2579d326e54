// Server process of bench:login, with real sockets, an embedded database and users who can log in.
// Trusts the forwarded address of a call, because one address may not log in this often.
// Sends its address.
import { requestLimits } from '#server/http/limits.ts';
import { hashPassword, passwordCost } from '#server/security/passwords.ts';
import { addAccount, addUser, startTestServer } from '#server/testing/testServer.ts';
import { password, buildUsername, users } from './spec.ts';

const server = await startTestServer({
  passwordCost,
  // the limit of production, which even a short run would exceed from one address
  env: { TRUSTED_PROXIES: '127.0.0.1', CALLS_PER_MINUTE: `${requestLimits.perMinute}` },
});
const { accountId } = await addAccount(server);
for (let number = 0; number < users; number += 1) {
  const username = buildUsername(number);
  await addUser(server, [accountId], {
    username,
    usernameKey: username,
    passwordHash: await hashPassword(server.deps, password),
  });
}
// removes the database and the files
process.once('SIGTERM', () => void server.close().finally(() => process.exit()));
process.send?.(await server.app.listen({ host: '127.0.0.1', port: 0 }));
