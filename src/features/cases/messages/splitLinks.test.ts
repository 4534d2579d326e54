import fc from 'fast-check';
import { expect, it } from 'vitest';
import { measureProcessorMs } from '#tools/testing/processorTime.ts';
import { splitLinks } from './splitLinks.ts';

const show = (text: string): string =>
  splitLinks(text)
    .map((piece) => (typeof piece === 'string' ? piece : `[${piece.text}]`))
    .join('');

it.each([
  [
    'Siehe https://portal.example/akte?id=1#oben.',
    'Siehe [https://portal.example/akte?id=1#oben].',
  ],
  [
    '(https://portal.example), http://a.example/x!',
    '([https://portal.example]), [http://a.example/x]!',
  ],
  [
    'https://de.wikipedia.example/wiki/Recht_(Begriff)',
    '[https://de.wikipedia.example/wiki/Recht_(Begriff)]',
  ],
  ['„https://portal.example/ü“', '„[https://portal.example/ü]“'],
  [
    'Schreiben Sie an mailto:kanzlei@portal.example …',
    'Schreiben Sie an [mailto:kanzlei@portal.example] …',
  ],
  ['HTTPS://PORTAL.EXAMPLE\nzweite Zeile', '[HTTPS://PORTAL.EXAMPLE]\nzweite Zeile'],
])('Splitting finds the links in %j', (text, expected) => expect(show(text)).toBe(expected));

it.each([
  'javascript:alert(1)',
  'data:text/html,x',
  'file:///etc/passwd',
  'ftp://a.example',
  'xhttps://a.example',
  'https://',
  'https://bank.example@thief.example/login',
  'portal.example',
  '',
])('Splitting finds no link in %j', (text) => {
  expect(splitLinks(text).every((piece) => typeof piece === 'string')).toBe(true);
});

it('Splitting links keeps every text complete and is fast for long texts', async () => {
  fc.assert(
    fc.property(
      fc.array(
        fc.oneof(
          fc.string(),
          fc.constantFrom('https://', 'mailto:', 'a.example', '(', ')', '.', ' '),
        ),
      ),
      (parts) => {
        const text = parts.join('');
        expect(
          splitLinks(text)
            .map((piece) => (typeof piece === 'string' ? piece : piece.text))
            .join(''),
        ).toBe(text);
      },
    ),
  );
  const text = `https://a.example/${'.)'.repeat(50_000)}x ${'https://'.repeat(10_000)}`;
  expect(await measureProcessorMs(() => splitLinks(text))).toBeLessThan(1_000);
});
