import { describe, expect, it } from 'vitest';
import { createLint } from './lint/runRule.ts';

const lint = createLint('serverTime.js', 'clock/server-time');

describe("the lint rule for the device's clock", () => {
  it.each([
    ['const today = getLocalDay(new Date());', 'new Date()'],
    ['const age = Date.now() - keptAt;', 'Date.now'],
    ['const useIt = (now = Date.now) => now();', 'Date.now'],
    ['const text = Date();', 'Date()'],
    ["const age = Date['now']() - keptAt;", "Date['now']"],
    ['const age = globalThis.Date.now() - keptAt;', 'globalThis.Date.now'],
    ['const today = getLocalDay(new window.Date());', 'new window.Date()'],
    ["const today = new self['Date']();", "new self['Date']()"],
    ['const text = globalThis.Date();', 'globalThis.Date()'],
  ])('The rule reports the clock in %s', (source, code) => {
    expect(lint(source)).toEqual([code]);
  });

  it.each([
    'const today = getLocalDay(new Date(getServerNow()));',
    'const startedAt = performance.now();',
    "const sentAt = Date.parse('2026-11-20T00:00:00Z');",
    'const day = new window.Date(getServerNow());',
    'const sentAt = message.Date.now;',
  ])('The rule accepts %s', (source) => {
    expect(lint(source)).toEqual([]);
  });
});
