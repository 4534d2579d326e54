import { EventEmitter } from 'node:events';
import type { Page } from 'playwright';
import { expect, it } from 'vitest';
import { failOnRefusal } from './refusals.ts';

/** A page that gets responses, which is all that the check reads. */
function createPage() {
  const events = new EventEmitter();
  return {
    page: events as unknown as Pick<Page, 'on'>,
    receive: (status: number) =>
      events.emit('response', { status: () => status, url: () => 'http://localhost/form' }),
  };
}

it.each([404, 429, 500])(
  'Work on a page fails when a request is answered with %i',
  async (status) => {
    const { page, receive } = createPage();
    const visit = failOnRefusal(page, async () => {
      receive(status);
      return 'measured';
    });
    await expect(visit).rejects.toThrow(`http://localhost/form was answered with ${status}`);
  },
);

it('Work on a page is done when its requests are answered', async () => {
  const { page, receive } = createPage();
  const visit = failOnRefusal(page, async () => {
    receive(200);
    receive(304);
    return 'measured';
  });
  expect(await visit).toBe('measured');
});

it('Work that waits for a refused page ends at once', async () => {
  const { page, receive } = createPage();
  const visit = failOnRefusal(page, () => new Promise(() => undefined));
  receive(503);
  await expect(visit).rejects.toThrow('503');
});
