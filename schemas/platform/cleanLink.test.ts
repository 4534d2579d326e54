import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { cleanLink } from './cleanLink.ts';

const key = 'Ab3_-x9Zk2';

describe('the end of a link', () => {
  it.each(
    ['.', ',', ';', ':', '!', '?', ')', ']', '}', '>', '"', "'", '*', '%', '%2', ').', '>.'].concat(
      ['%20', '%2E', '%29', '%3E', '%22', '%5d', '%C2%A0', '%E2%80%9D', '%A0', '%FC', '%E0%A4%A'],
      ['/.', './'],
    ),
  )('%s after a key is cut off', (end) => {
    // a question mark begins an empty query, which changes nothing
    const expected = end === '?' ? undefined : `/externalform/${key}`;
    expect(cleanLink(`/externalform/${key}${end}`)).toBe(expected);
  });

  it.each([
    ['/start/KEY.', '/start/KEY'],
    ['/enter-pin/KEY)', '/enter-pin/KEY'],
    ['/login/KEY,', '/login/KEY'],
    ['/login/KEY/forget-password.', '/login/KEY/forget-password'],
    ['/registering/KEY>', '/registering/KEY'],
    ['/reset-password/KEY%22', '/reset-password/KEY'],
    ['/set-up/KEY.', '/set-up/KEY'],
    ['/page/kanzlei/guidance/KEY;', '/page/kanzlei/guidance/KEY'],
    ['/akten/CASE/accounts/ACCOUNT.', '/akten/CASE/accounts/ACCOUNT'],
    ['/form-copy?key=KEY.', '/form-copy?key=KEY'],
    ['/stop-notifications?key=KEY%3E', '/stop-notifications?key=KEY'],
    ['/akten/C/accounts/A?tab=tasks&task=KEY)', '/akten/C/accounts/A?tab=tasks&task=KEY'],
    ['/board?acc=KEY"', '/board?acc=KEY'],
    ['/externalform/KEY.?m_name=Jana.', '/externalform/KEY?m_name=Jana.'],
    ['/dashboard.', '/dashboard'],
    ['/).', '/'],
    ['/%E2%80%9D', '/'],
  ])('%s is %s', (changed, clean) => expect(cleanLink(changed)).toBe(clean));
});

it.each([
  '/',
  `/externalform/${key}`,
  `/externalform/${key}/`,
  '/externalform/KEY-',
  '/externalform/KEY_',
  '/externalform/KE%59',
  '/externalform/KEY/succeed?receipt=abc.',
  '/externalform/KEY?m_name=Jana.&utm=mail&',
  '/externalform/KEY?m_name=M%C3%BCller%26amp%3BSohn',
  '/page/a%2Fb/guidance/KEY',
  '/start/KEY?a=1?b=2',
  '/%E0%A4%A',
  '/%FC?language=en',
])('%s is no changed link', (link) => expect(cleanLink(link)).toBeUndefined());

it.each([
  ['?m_name=Jana&amp;m_email=j@x.example', '?m_name=Jana&m_email=j@x.example'],
  ['?m_name=Jana&amp%3Bm_email=j', '?m_name=Jana&m_email=j'],
  ['?m_name=Jana&AMP%3bm_email=j', '?m_name=Jana&m_email=j'],
  ['?m_name=Jana&amp;amp;m_email=j', '?m_name=Jana&m_email=j'],
  ['?amp;m_name=Jana', '?m_name=Jana'],
  ['?tab=tasks&amp;task=KEY.', '?tab=tasks&task=KEY'],
])('The query %s is %s', (changed, clean) =>
  expect(cleanLink(`/externalform/KEY${changed}`)).toBe(`/externalform/KEY${clean}`),
);

describe('two slashes', () => {
  it.each([
    ['//externalform/KEY', '/externalform/KEY'],
    ['/externalform//KEY', '/externalform/KEY'],
    ['//evil.example', '/evil.example'],
    ['///evil.example/.', '/evil.example'],
    ['/\\evil.example', '/evil.example'],
    ['/\\/evil.example.', '/evil.example'],
    ['//', '/'],
  ])('%s is %s', (changed, clean) => expect(cleanLink(changed)).toBe(clean));

  it('No path leads to another site, and a clean link stays as it is', () => {
    const parts = fc.constantFrom(
      ...['/', '\\', '.', 'evil.example', '%', '%2F', '?', '&amp;', 'k'],
    );
    fc.assert(
      fc.property(fc.array(fc.oneof(parts, fc.string({ maxLength: 2 }))), (rest) => {
        const link = `/${rest.join('').replaceAll(/[\0-\x20#]/g, '')}`;
        const clean = cleanLink(link) ?? link;
        if (clean !== link)
          expect(new URL(clean, 'https://portal.example').origin).toBe('https://portal.example');
        expect(cleanLink(clean)).toBeUndefined();
      }),
    );
  });
});
