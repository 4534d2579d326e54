import { expect, it } from 'vitest';
import { createLint } from './lint/runRule.ts';

const lint = createLint('scaledTimeouts.js', 'tests/scaled-timeouts');

/** Sources, each with the code that the rule reports. */
const refused: readonly (readonly [source: string, code: string])[] = [
  ["it('Sums', () => {}, 60_000);", '60_000'],
  ["it.each([1])('Sums %i', { timeout: 60_000 }, () => {});", '60_000'],
  ["describe('sums', { timeout: 2 * minuteMs }, () => {});", '2 * minuteMs'],
  ['beforeAll(() => {}, 60_000);', '60_000'],
  ['test.setTimeout(180_000);', '180_000'],
  ['test.describe.configure({ timeout: 180_000 });', '180_000'],
  ['page.setDefaultTimeout(60_000);', '60_000'],
  ['await expect(title).toBeVisible({ timeout: 30_000 });', '30_000'],
  ['await expect.poll(read, { timeout: 30_000 }).toBe(1);', '30_000'],
  ["await screen.findByRole('alert', {}, { timeout: 5_000 });", '5_000'],
  ['const slowly = { timeout: 8_000 };', '8_000'],
  ['const readyMs = 8_000; await expect.poll(read, { timeout: readyMs + 100 });', 'readyMs + 100'],
  [
    'await vi.waitFor(() => expect(sent).toHaveLength(1));',
    'vi.waitFor(() => expect(sent).toHaveLength(1))',
  ],
];
const accepted = [
  "it('Sums', () => expect(1 + 1).toBe(2));",
  "it('Imports', { timeout: scaleTimeout(300_000) }, () => {});",
  'test.setTimeout(scaleTimeout(180_000));',
  'await expect(dialog).toBeVisible({ timeout: 2 * eventLimits.retryMs });',
  'await expect(toast).toBeHidden({ timeout: 6_000 + scaleTimeout(2_000) });',
  "const database = new Sqlite('a.sqlite', { timeout: 0 });",
  'setTimeout(resolve, 100);',
  'const { timeout } = limits;',
];

it('The lint rule reports each timeout that a second run would not double', () => {
  const found = lint(refused.map(([source]) => source).join('\n')); // one run takes half a second
  expect(found.sort()).toEqual(refused.map(([, code]) => code).sort());
});

it('The lint rule accepts scaled timeouts and limits of the product', () => {
  expect(lint(accepted.join('\n'))).toEqual([]);
});
