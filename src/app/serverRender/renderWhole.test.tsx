// @vitest-environment node
import { lazy, Suspense } from 'react';
import { expect, it } from 'vitest';
import { renderWhole } from './renderWhole.ts';

const long = 'Unfall '.repeat(10_000);

it('A part that loads late is in its place, however long it is, without a script', async () => {
  const Late = lazy(async () => {
    await new Promise(setImmediate);
    return { default: () => <p>{long}</p> };
  });
  const html = await renderWhole(
    <main>
      <Suspense fallback="Lädt">
        <Late />
      </Suspense>
    </main>,
  );
  expect(html).toBe(`<main><!--$--><p>${long}</p><!--/$--></main>`);
});

it('A part that cannot render fails the page with its error', async () => {
  const Broken = () => {
    throw new Error('no such view');
  };
  const page = (
    <Suspense fallback="Lädt">
      <Broken />
    </Suspense>
  );
  await expect(renderWhole(page)).rejects.toThrow('no such view');
});

it('A part that never loads fails the page after the timeout', async () => {
  const Never = lazy(() => new Promise<never>(() => undefined));
  const page = (
    <Suspense fallback="Lädt">
      <Never />
    </Suspense>
  );
  await expect(renderWhole(page, 20)).rejects.toThrow(/timeout/i);
});
