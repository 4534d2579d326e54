import { randomBytes, randomFillSync } from 'node:crypto';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, extname, join } from 'node:path';
import type { Browser, Page } from 'playwright';
import sharp from 'sharp';
import { launchBrowser } from '../browser.ts';
import { findForm, type Demo } from '../product.ts';
import { failOnRefusal } from '../refusals.ts';
import { listTaskMs } from '../trace.ts';

const megabytes = 1_000_000;
const side = 4_400; // px
const form = 'Verkehrsunfall melden';

/** Creates a photo of more than 10 MB as a JPEG. The page scales it down before the upload. */
async function makePhoto(): Promise<Buffer> {
  const noise = randomFillSync(Buffer.alloc(side * side * 3));
  const photo = await sharp(noise, { raw: { width: side, height: side, channels: 3 } })
    .jpeg({ quality: 75 })
    .toBuffer();
  if (photo.length < 10 * megabytes) throw new Error(`The photo has only ${photo.length} bytes`);
  return photo;
}

/** Creates a film of more than 10 MB, which is uploaded in parts without a change. */
const makeFilm = (): Buffer =>
  Buffer.concat([
    Buffer.from('\0\0\0\x18ftypisom\0\0\0\0isommp42', 'latin1'),
    randomBytes(12 * megabytes),
  ]);

/** Picks a file and waits until the page has processed it. */
type Pick = (page: Page, file: string) => Promise<void>;

async function upload(page: Page, file: string): Promise<void> {
  await page.getByTestId('pick-photos').setInputFiles(file);
  await page
    .getByRole('listitem')
    .filter({ hasText: basename(file, extname(file)) })
    .filter({ hasText: 'hochgeladen' })
    .waitFor({ timeout: 60_000 });
}

async function sign(page: Page, file: string): Promise<void> {
  await page.getByRole('button', { name: 'Foto hochladen', exact: true }).click();
  await page.getByTestId('pick-signature').setInputFiles(file);
  await page.getByRole('img', { name: 'Ihre Unterschrift als Bild' }).waitFor({ timeout: 60_000 });
}

async function pickMs(
  browser: Browser,
  address: string,
  pick: Pick,
  file: string,
): Promise<number> {
  const context = await browser.newContext({
    viewport: { width: 1280, height: 900 },
    locale: 'de-DE',
    serviceWorkers: 'block',
  });
  try {
    const page = await context.newPage();
    return await failOnRefusal(page, async () => {
      await page.goto(address);
      await page.getByRole('button', { name: 'Einverstanden' }).click();
      await page.waitForLoadState('networkidle');
      await browser.startTracing(page, {
        categories: ['toplevel', 'disabled-by-default-devtools.timeline'],
      });
      await pick(page, file);
      await page.waitForLoadState('networkidle'); // waits for the thumbnail
      return Math.max(...listTaskMs(await browser.stopTracing()));
    });
  } finally {
    await context.close();
  }
}

/**
 * Measures how long files of more than 10 MB block the page, from picking to the finished upload.
 * Returns the longest task of each in ms of CPU time.
 */
export async function blockedByPicked(
  url: string,
  demo: Demo,
  rounds: number,
): Promise<Record<string, number>> {
  const address = url + findForm(demo, form);
  const folder = mkdtempSync(join(tmpdir(), 'formakte-bench-'));
  const browser = await launchBrowser();
  const worst = async (pick: Pick, name: string, content: Buffer) => {
    // a path, because the page would decode a file that is passed as content
    const file = join(folder, name);
    writeFileSync(file, content);
    let longest = 0;
    for (let round = 0; round < rounds; round += 1)
      longest = Math.max(longest, await pickMs(browser, address, pick, file));
    return Math.round(longest);
  };
  try {
    const photo = await makePhoto();
    return {
      photoBlocksMs: await worst(upload, 'Unfallstelle.jpg', photo),
      filmBlocksMs: await worst(upload, 'Unfall.mp4', makeFilm()),
      signatureBlocksMs: await worst(sign, 'Unterschrift.jpg', photo),
    };
  } finally {
    await browser.close();
    rmSync(folder, { recursive: true, force: true });
  }
}
