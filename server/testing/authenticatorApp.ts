import { Secret, TOTP } from 'otpauth';
import type { TestServer } from './testServer.ts';

/** Computes the app's code for a secret at the server's time, or some steps away. */
export function computeCode(
  { clock }: Pick<TestServer, 'clock'>,
  secret: string,
  steps = 0,
): string {
  return new TOTP({ secret: Secret.fromBase32(secret) }).generate({
    timestamp: clock.now().getTime() + steps * 30_000,
  });
}
