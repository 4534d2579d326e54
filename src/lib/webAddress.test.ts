import { expect, it } from 'vitest';
import { webAddress } from './webAddress.ts';

it.each([
  ['https://kanzlei.example/danke', 'kanzlei.example'],
  ['http://kanzlei.example:8080', 'kanzlei.example:8080'],
  ['http://[', undefined],
  ['javascript:alert(1)', undefined],
  ['data:text/html,x', undefined],
  ['/danke', undefined],
  ['', undefined],
  [null, undefined],
])('%j leads to %s', (text, host) => expect(webAddress(text)?.host).toBe(host));
