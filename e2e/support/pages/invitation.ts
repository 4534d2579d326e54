import { randomInt, randomUUID } from 'node:crypto';
import type { APIRequestContext } from '@playwright/test';
import { expect, type DemoWorld } from '../test.ts';

type Message = { kind: 'mail' | 'sms'; recipient: string; subject: string; body: string };

/** A client invited by the demo provider, with the messages they receive. */
export class Invited {
  private constructor(
    private readonly request: APIRequestContext,
    readonly email: string,
    readonly mobile: string,
  ) {}

  /** A client who was invited in the browser. */
  static of = (request: APIRequestContext, { email, mobile }: { email: string; mobile: string }) =>
    new Invited(request, email, mobile);

  static async create(
    request: APIRequestContext,
    demo: DemoWorld,
    name: string,
    apiKey = demo.providerApiKey,
  ): Promise<Invited> {
    const headers = { 'X-Api-Key': apiKey };
    const number = randomInt(1_000_000, 10_000_000);
    const email = `${name}-${randomUUID().slice(0, 8)}@example.com`;
    const invited = new Invited(request, email, `+49 171 ${number}`);
    const user = await request.post('/provider/v1/users', {
      headers,
      data: {
        firstName: 'Jonas',
        lastName: 'Wieland',
        salutation: 'Herr',
        email: invited.email,
        mobile: invited.mobile,
      },
    });
    expect(user.ok(), await user.text()).toBe(true);
    const { userId } = (await user.json()) as { userId: string };
    const invitation = await request.post(`/provider/v1/users/${userId}/invitations`, {
      headers,
      data: {},
    });
    expect(invitation.ok(), await invitation.text()).toBe(true);
    return invited;
  }

  /** Waits for a message to the client that matches and returns the match. */
  private async findInMessages(pattern: RegExp): Promise<string> {
    const digits = (text: string) => text.replace(/\D/g, '');
    let hit: string | undefined;
    await expect
      .poll(async () => {
        const messages = (await (await this.request.get('/dev/outbox.json')).json()) as Message[];
        const own = messages.filter(
          ({ recipient }) =>
            recipient.includes(this.email) ||
            digits(recipient).endsWith(digits(this.mobile).slice(2)),
        );
        hit = own.map(({ body }) => pattern.exec(body)?.[0]).find((text) => text !== undefined);
        return hit;
      })
      .toBeDefined();
    return hit ?? '';
  }

  link = async (): Promise<string> =>
    new URL(await this.findInMessages(/https?:\/\/\S+\/start\/[\w-]+/)).pathname;
  pin = (): Promise<string> => this.findInMessages(/\b\d{6}\b/);
  passwordLink = async (): Promise<string> =>
    new URL(await this.findInMessages(/https?:\/\/\S+\/reset-password\/[\w-]+/)).pathname;
}
