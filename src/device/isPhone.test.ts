import { expect, it } from 'vitest';
import { isPhone } from './isPhone.ts';

it.each([
  [
    'an iPhone',
    true,
    'Mozilla/5.0 (iPhone; CPU iPhone OS 18_1 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like ' +
      'Gecko) Version/18.1 Mobile/15E148 Safari/604.1',
  ],
  [
    'an Android phone',
    true,
    'Mozilla/5.0 (Linux; Android 15; Pixel 7) AppleWebKit/537.36 (KHTML, like Gecko) ' +
      'Chrome/142.0.0.0 Mobile Safari/537.36',
  ],
  [
    'an Android tablet',
    false,
    'Mozilla/5.0 (Linux; Android 15; SM-X710) AppleWebKit/537.36 (KHTML, like Gecko) ' +
      'Chrome/142.0.0.0 Safari/537.36',
  ],
  [
    'an iPad',
    false,
    'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 (KHTML, like Gecko) ' +
      'Version/18.1 Safari/605.1.15',
  ],
  ['a desk', false, 'Mozilla/5.0 (X11; Linux x86_64; rv:145.0) Gecko/20100101 Firefox/145.0'],
])('The check whether %s is a phone returns %s', (_, expected, userAgent) =>
  expect(isPhone({ userAgent })).toBe(expected),
);

it('The user agent hint of the browser wins', () =>
  expect(isPhone({ userAgent: 'anything', userAgentData: { mobile: true } })).toBe(true));
