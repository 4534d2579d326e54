import { describe, expect, it } from 'vitest';
import { formats } from './formats.ts';

describe('the format date', () => {
  it.each([
    ['2026-02-28', true],
    ['2024-02-29', true],
    ['2026-02-29', false],
    ['2026-13-01', false],
    ['2026-1-1', false],
    ['01.02.2026', false],
    ['0026-12-24', false],
    ['1000-01-01', true],
  ])('%s -> %s', (text, ok) => expect(formats['date']?.(text)).toBe(ok));
});

describe('the format email', () => {
  it.each([
    ['jonas.wieland@example.com', true],
    ['zoë@müller.example', true],
    ['a@b', false],
    ['a b@example.com', false],
    ['a@@example.com', false],
    ['', false],
    [`${'x'.repeat(65)}@example.com`, false],
    ['a@b..de', false],
    ['a@.b.de', false],
    ['a@-b.de', false],
    ['a@b-.de', false],
    ['a@b.de-', false],
    ['a@b-c.de', true],
    ['a@b.de\u200B', false],
    ['\u202Aa@b.de\u202C', false],
    ['a@b\u00AD.de', false],
    ['a\u0000@b.de', false],
  ])('%s -> %s', (text, ok) => expect(formats['email']?.(text)).toBe(ok));
});
