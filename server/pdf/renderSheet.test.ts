import { expect, it } from 'vitest';
import { sheetLimits } from './limits.ts';
import { SheetFailed } from './renderSheet.ts';
import { createSheet } from './sheet.ts';

const openSheet = () =>
  createSheet({
    title: 'Schaden',
    author: 'Kanzlei Test',
    language: 'de-DE',
    at: new Date('2026-11-20T09:00:00.000Z'),
    sender: { color: '#a01030', logo: undefined },
  });
const formatFooter = (page: string, pages: string) => `Seite ${page} von ${pages}`;

it('Timers run while a PDF of two megabytes is drawn', async () => {
  const words = 'Der Wagen stand auf dem Hof. '.repeat(655);
  const sheet = openSheet();
  for (let index = 0; index < 100; index += 1)
    sheet.writeAnswer({ label: `Frage ${index}`, words });
  let ticks = 0;
  const timer = setInterval(() => (ticks += 1), 20);
  const pdf = await sheet.finish(formatFooter);
  clearInterval(timer);
  expect(pdf.subarray(0, 5).toString()).toBe('%PDF-');
  expect(ticks).toBeGreaterThan(20);
});

it('An error while drawing is reported, and the next PDF is drawn', async () => {
  const broken = openSheet();
  const picture = { bytes: Buffer.from('not a picture'), alt: '' };
  broken.writeAnswer({ label: 'Unterschrift', words: 'gezeichnet', picture });
  await expect(broken.finish(formatFooter)).rejects.toThrow(SheetFailed);
  const sheet = openSheet();
  sheet.write('H1', 'title', 'Schaden');
  expect((await sheet.finish(formatFooter)).length).toBeGreaterThan(1_000);
});

it('A PDF is refused as unavailable while the queue is full', async () => {
  const all = await Promise.allSettled(
    Array.from({ length: sheetLimits.atOnce + sheetLimits.waiting + 2 }, () =>
      openSheet().finish(formatFooter),
    ),
  );
  const refused = all.filter(({ status }) => status === 'rejected');
  expect(refused).toMatchObject([
    { reason: { reason: 'unavailable' } },
    { reason: { reason: 'unavailable' } },
  ]);
});
