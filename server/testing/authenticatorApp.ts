import { Secret, TOTP } from 'otpauth';
import type { TestServer } from './testServer.ts';

/** The code that an app shows for this secret when the server's clock stands where it does, or some steps away. */
export function codeOf({ clock }: Pick<TestServer, 'clock'>, secret: string, steps = 0): string {
  return new TOTP({ secret: Secret.fromBase32(secret) }).generate({
    timestamp: clock.now().getTime() + steps * 30_000,
  });
}
