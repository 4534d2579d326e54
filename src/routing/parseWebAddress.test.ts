import { expect, it } from 'vitest';
import { parseWebAddress } from './parseWebAddress.ts';

it.each([
  ['https://kanzlei.example/danke', 'kanzlei.example'],
  ['http://kanzlei.example:8080', 'kanzlei.example:8080'],
  ['http://[', undefined],
  ['javascript:alert(1)', undefined],
  ['data:text/html,x', undefined],
  ['/danke', undefined],
  ['', undefined],
  [null, undefined],
])('%j is parsed as %s', (text, host) => expect(parseWebAddress(text)?.host).toBe(host));
