import { gzipSync } from 'node:zlib';
import { report } from '#tools/report.ts';
import { launchBrowser } from './browser.ts';
import { findForm, withProduct, type Demo } from './product.ts';
import { failOnRefusal } from './refusals.ts';

const kilobyte = 1_000;

/** A demo form without map and signature, which load more code. */
const measured = 'Kündigung prüfen lassen';

/** Returns the gzip size of all that a browser loads to show a form, in kB by resource type. */
async function measure(url: string, demo: Demo): Promise<Record<string, number>> {
  const browser = await launchBrowser();
  const page = await browser.newPage({ locale: 'de-DE' });
  const sizes = new Map<string, number>();
  const counted: Promise<void>[] = [];
  page.on('response', (response) => {
    const kind = response.request().resourceType();
    counted.push(
      response.body().then((body) => {
        const isCompressed = kind === 'font';
        const bytes = isCompressed ? body.length : gzipSync(body, { level: 9 }).length;
        sizes.set(kind, (sizes.get(kind) ?? 0) + bytes);
      }),
    );
  });
  await failOnRefusal(page, async () => {
    const lastScript = page.waitForResponse(/ToastViewport-.*\.js$/); // preloaded after all others
    await page.goto(url + findForm(demo, measured));
    await page.getByRole('heading', { level: 1 }).waitFor();
    await lastScript;
    await page.waitForLoadState('networkidle');
  });
  page.removeAllListeners('response'); // responses to a closing page have no body
  await Promise.all(counted);
  await browser.close();
  return Object.fromEntries(
    [...sizes].map(([kind, bytes]) => [`${kind}Kb`, Math.round(bytes / kilobyte)]),
  );
}

report({
  name: 'bench:size',
  figures: await withProduct(measure),
  targets: {}, // for information: what counts is when a visitor can type (bench:first)
});
