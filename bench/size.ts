import { gzipSync } from 'node:zlib';
import { chromium } from 'playwright';
import { findChromium } from '#tools/browser.mjs';
import { report } from '#tools/report.ts';
import { withProduct, type Demo } from './product.ts';

const kilobyte = 1_000;

/** A demo form without map and signature: both come with code of their own. */
const measured = 'Kündigung prüfen lassen';

/** gzip size of everything a visitor's browser loads to show a form, in kB by kind. */
async function measure(url: string, { forms }: Demo): Promise<Record<string, number>> {
  const browser = await chromium.launch({
    executablePath: await findChromium(),
    args: ['--no-sandbox'],
  });
  const page = await browser.newPage({ locale: 'de-DE' });
  const sizes = new Map<string, number>();
  const counted: Promise<void>[] = [];
  page.on('response', (response) => {
    const kind = response.request().resourceType();
    counted.push(
      response.body().then((body) => {
        const bytes = kind === 'font' ? body.length : gzipSync(body, { level: 9 }).length; // a font is compressed already
        sizes.set(kind, (sizes.get(kind) ?? 0) + bytes);
      }),
    );
  });
  const lastScript = page.waitForResponse(/ToastViewport-.*\.js$/); // fetched ahead, when all else is there
  await page.goto(
    `${url}/externalform/${forms.find(({ title }) => title === measured)?.processGuid}`,
  );
  await page.getByRole('heading', { level: 1 }).waitFor();
  await lastScript;
  await page.waitForLoadState('networkidle');
  page.removeAllListeners('response'); // what comes while the page is closed has no body any more
  await Promise.all(counted);
  await browser.close();
  return Object.fromEntries(
    [...sizes].map(([kind, bytes]) => [`${kind}Kb`, Math.round(bytes / kilobyte)]),
  );
}

report({
  name: 'bench:size',
  figures: await withProduct(measure),
  targets: { scriptKb: { atMost: 250, atLeast: 1 } },
});
