import { setTimeout as sleep } from 'node:timers/promises';
import { expect, type APIRequestContext } from '@playwright/test';
import type { FormDefinition } from '#schemas/forms/forms.ts';
import type { FormVisibility } from '#schemas/forms/providerForms.ts';
import type { MadePin, PinOptions } from '#schemas/forms/pins.ts';
import type { DemoWorld } from '../test.ts';

/** A law firm's own program, which uses the provider API. */
export class Provider {
  private readonly headers: Record<string, string>;

  constructor(
    private readonly request: APIRequestContext,
    { providerApiKey }: Pick<DemoWorld, 'providerApiKey'>,
  ) {
    this.headers = { 'X-Api-Key': providerApiKey };
  }

  post = <T>(path: string, data: object = {}): Promise<T> => this.send<T>('POST', path, data);
  put = <T>(path: string, data: object): Promise<T> => this.send<T>('PUT', path, data);
  get = <T>(path: string): Promise<T> => this.send<T>('GET', path);
  delete = (path: string) => this.request.delete(`/provider/v1/${path}`, { headers: this.headers });

  /** Sends a call; above the rate limit again, when the server says so. */
  private async send<T>(method: 'GET' | 'POST' | 'PUT', path: string, data?: object): Promise<T> {
    const response = await this.request.fetch(`/provider/v1/${path}`, {
      method,
      headers: this.headers,
      ...(data ? { data } : {}),
    });
    const retryAfter = response.headers()['retry-after'];
    if (response.status() === 429 && retryAfter !== undefined) {
      await sleep(Number(retryAfter) * 1000);
      return this.send<T>(method, path, data);
    }
    expect(response.ok(), await response.text()).toBe(true);
    return (await response.json()) as T;
  }

  /** Returns the ids of the demo users whose address begins with one of these names. */
  async findUserIds(...names: string[]): Promise<string[]> {
    const { items } = await this.get<{ items: { userId: string; email: string }[] }>(
      'users?limit=200',
    );
    const found = items.filter(({ email }) => names.some((name) => email.startsWith(name)));
    expect(found.length).toBeGreaterThanOrEqual(names.length);
    return found.map(({ userId }) => userId);
  }

  /** Creates and publishes a form; the provider's pages list it if it is public. */
  async publish(
    definition: FormDefinition,
    visibility: FormVisibility = 'public',
  ): Promise<{ formId: string; processGuid: string }> {
    const form = await this.post<{ formId: string; processGuid: string }>('forms', {
      definition,
      visibility,
    });
    await this.post(`forms/${form.formId}/publish`);
    return form;
  }

  removePin = async (formId: string): Promise<void> => {
    expect((await this.delete(`forms/${formId}/pin`)).ok()).toBe(true);
  };

  makePin = (formId: string, options: PinOptions = {}) =>
    this.post<MadePin>(`forms/${formId}/pin`, options);
}
