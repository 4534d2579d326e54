import { decodeMailText, type SmtpRelay } from '#server/testing/peers/smtpRelay.ts';
import { expect } from '../support/test.ts';

/** Reads mails that the relay has received for one address, oldest first. */
export class Mailbox {
  constructor(
    private readonly relay: SmtpRelay,
    readonly address: string,
  ) {}

  list = (pattern: RegExp): { raw: string; text: string }[] =>
    this.relay.received
      .filter(({ to }) => to.includes(this.address))
      .map(({ raw }) => ({ raw, text: decodeMailText(raw) }))
      .filter(({ text }) => pattern.test(text));

  /** Waits until a number of mails match, and returns the last group of the newest match. */
  async wait(pattern: RegExp, count = 1): Promise<string> {
    await expect.poll(() => this.list(pattern).length, { message: String(pattern) }).toBe(count);
    return pattern.exec(this.list(pattern).at(-1)?.text ?? '')?.at(-1) ?? '';
  }

  /** Returns the address of the header for one-click unsubscription of the newest match. */
  findUnsubscribe = (pattern: RegExp): string =>
    /^List-Unsubscribe:\s+<([^>]+)>/m.exec(this.list(pattern).at(-1)?.raw ?? '')?.[1] ?? '';
}
