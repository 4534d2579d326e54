import { expect, type APIRequestContext } from '@playwright/test';
import type { FormDefinition } from '#schemas/forms.ts';
import type { MadePin, PinOptions } from '#schemas/pins.ts';
import type { DemoWorld } from '../test.ts';

/** A law firm's own program: what it does through the provider API. */
export class Provider {
  private readonly headers: Record<string, string>;

  constructor(
    private readonly request: APIRequestContext,
    { providerApiKey }: DemoWorld,
  ) {
    this.headers = { 'X-Api-Key': providerApiKey };
  }

  post = <T>(path: string, data: object = {}): Promise<T> => this.send<T>('POST', path, data);
  put = <T>(path: string, data: object): Promise<T> => this.send<T>('PUT', path, data);

  private async send<T>(method: 'POST' | 'PUT', path: string, data: object): Promise<T> {
    const answer = await this.request.fetch(`/provider/v1/${path}`, {
      method,
      headers: this.headers,
      data,
    });
    expect(answer.ok(), await answer.text()).toBe(true);
    return (await answer.json()) as T;
  }

  /** A form of this test's own, on the net. */
  async publish(definition: FormDefinition): Promise<{ formId: string; processGuid: string }> {
    const form = await this.post<{ formId: string; processGuid: string }>('forms', { definition });
    await this.post(`forms/${form.formId}/publish`);
    return form;
  }

  makePin = (formId: string, options: PinOptions = {}) =>
    this.post<MadePin>(`forms/${formId}/pin`, options);
}
