// `npm run check:firm`: two firms from an empty folder on, with a large import and a client of both.
import { parseArgs } from 'node:util';
import { chromium } from 'playwright';
import { findChromium } from '#tools/browser.mjs';
import { build } from '#tools/preconditions.mjs';
import { report } from '#tools/report.ts';
import { withDatabase } from '#server/testing/ownDatabase.ts';
import { playFirms, withSurroundings } from './story.ts';

const { values } = parseArgs({
  options: {
    database: { type: 'string', default: 'postgres' },
    messages: { type: 'string', default: '50000' },
  },
});
const size = { clients: 2_000, cases: 2_000, messages: Number(values.messages), tasks: 300 };
const figures: Record<string, number> = {};

/** Measures a step in seconds. */
async function measure<T>(name: string, work: () => Promise<T>): Promise<T> {
  const begun = performance.now();
  const result = await work();
  figures[name] = Math.round((performance.now() - begun) / 100) / 10;
  process.stdout.write(`${name}: ${figures[name]} s\n`);
  return result;
}

build();
const browser = await chromium.launch({
  executablePath: await findChromium(),
  args: ['--no-sandbox'],
});
const context = await browser.newContext({ locale: 'de-DE', timezoneId: 'Europe/Berlin' });
const page = await context.newPage();
page.setDefaultTimeout(60_000); // on a busy machine
try {
  await withDatabase(values.database, ({ databaseUrl }) =>
    withSurroundings(page, databaseUrl, (surroundings) => playFirms(surroundings, size, measure)),
  );
} finally {
  await browser.close();
}
report({ name: 'check:firm', figures, targets: {} });
