import { expect, it } from 'vitest';
import { load, make, nextAddress } from './calls.ts';
import { withServer } from './withServer.ts';

it.each([302, 404, 429, 503])('A call that is answered with %i fails', async (status) => {
  await withServer(
    (_request, response) => response.writeHead(status).end('refused'),
    async (url) => {
      await expect(make({ method: 'GET', url })).rejects.toThrow(
        `answered with ${status}: refused`,
      );
    },
  );
});

it('A call that is answered with 201 is work done', async () => {
  await withServer(
    (_request, response) => response.writeHead(201).end('stored'),
    async (url) => {
      expect(await make({ method: 'POST', url, body: {} })).toBe('stored');
    },
  );
});

it('A load fails when one of its calls is refused', async () => {
  let count = 0;
  await withServer(
    (_request, response) => {
      count += 1;
      response.writeHead(count === 5 ? 429 : 200).end();
    },
    async (url) => {
      await expect(load(10, 2, () => ({ method: 'GET', url }))).rejects.toThrow('429');
    },
  );
});

it('Each call has another client address', () => {
  const addresses = Array.from({ length: 300 }, () => nextAddress()['x-forwarded-for']);
  expect(new Set(addresses).size).toBe(300);
});
