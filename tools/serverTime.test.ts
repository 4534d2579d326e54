import { afterAll, describe, expect, it } from 'vitest';
import { createRuleRunner } from './lint/runRule.ts';

const { run, remove } = createRuleRunner('serverTime.js', 'clock/server-time');
afterAll(remove);

const lint = (source: string): string[] => run(source).map(({ code }) => code);

describe("the lint rule for the device's clock", () => {
  it.each([
    ['const today = getLocalDay(new Date());', 'new Date()'],
    ['const age = Date.now() - keptAt;', 'Date.now'],
    ['const useIt = (now = Date.now) => now();', 'Date.now'],
    ['const text = Date();', 'Date()'],
  ])('The rule reports the clock in %s', (source, code) => {
    expect(lint(source)).toEqual([code]);
  });

  it.each([
    'const today = getLocalDay(new Date(getServerNow()));',
    'const startedAt = performance.now();',
    "const sentAt = Date.parse('2026-11-20T00:00:00Z');",
  ])('The rule accepts %s', (source) => {
    expect(lint(source)).toEqual([]);
  });
});
