import { randomFillSync } from 'node:crypto';
import { join } from 'node:path';
import type { Browser } from 'playwright';
import sharp from 'sharp';
import { openPage, type VisitOptions } from './visit.ts';

const side = 4_400; // px

/** A picture that compresses badly, more than 10 MB as a JPEG. Answers its path. */
export async function makePhoto(folder: string): Promise<string> {
  const path = join(folder, 'photo.jpg');
  const noise = randomFillSync(Buffer.alloc(side * side * 3));
  const { size } = await sharp(noise, { raw: { width: side, height: side, channels: 3 } }).jpeg({ quality: 75 }).toFile(path);
  if (size < 10_000_000) throw new Error(`The photo has only ${size} bytes`);
  return path;
}

/** The longest the main thread is held up from picking the photo until it is listed, in ms; 0 when no task took 50 ms. */
export async function blockedByPhoto(browser: Browser, photo: string, options: VisitOptions): Promise<number> {
  const context = await browser.newContext({ viewport: { width: 1280, height: 900 } });
  try {
    const page = await context.newPage();
    await openPage(page, options, 'ours', 'photo');
    await page.evaluate(() => window.bench?.mount());
    await page.evaluate(() => window.bench?.reset());
    await page.getByTestId('pick-photo').setInputFiles(photo);
    await page.getByRole('status').filter({ hasText: 'hochgeladen' }).waitFor({ timeout: 60_000 });
    const { longTaskMs = [] } = (await page.evaluate(() => window.bench?.result())) ?? {};
    return Math.max(0, ...longTaskMs);
  } finally {
    await context.close();
  }
}
