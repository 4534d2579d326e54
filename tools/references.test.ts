import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { findBrokenReferences, readCheckout } from './references.ts';

it('Every reference in a comment or document opens from the checkout', () => {
  expect(findBrokenReferences(readCheckout())).toEqual([]);
});

it('The `$schema` of every form of the demo opens from the checkout', () => {
  const folder = 'server/demo/forms';
  const missing = readdirSync(folder).filter((file) => {
    const { $schema } = JSON.parse(readFileSync(join(folder, file), 'utf8')) as {
      $schema?: string;
    };
    return $schema !== undefined && !existsSync(join(folder, $schema));
  });
  expect(missing).toEqual([]);
});

describe('the check of references', () => {
  const checkout = (file: string, text: string) =>
    new Map([
      ['docs/guide.md', '# Guide\n\n## Two words, `code`\n'],
      ['src/ui/Button.tsx', ''],
      [file, text],
    ]);

  it.each([
    ['a path that does not exist', '/** See docs/absent.md. */', 'docs/absent.md'],
    ['an anchor that does not exist', '// docs/guide.md#absent', 'docs/guide.md#absent'],
    ['a file name that does not exist', '// drawn by Absent.tsx', 'Absent.tsx'],
    ['a document outside the repository', '/* product.md, Login */', 'product.md'],
    ['a paragraph of another document', '// as in § 4', '§ 4'],
    ['requirements outside the repository', '// as the requirements ask', 'the requirements'],
  ])('The check reports %s in a comment', (_, text, target) => {
    expect(findBrokenReferences(checkout('src/a.ts', text))).toContain(`src/a.ts: ${target}`);
  });

  it.each([
    ['a link to a missing page', '[page](absent.md)', 'absent.md'],
    ['a link to a missing anchor', '[page](guide.md#absent)', 'guide.md#absent'],
    ['a link to a missing heading of the same page', '[below](#absent)', '#absent'],
    ['a missing path in backticks', 'Look at `src/ui/Absent.tsx`.', 'src/ui/Absent.tsx'],
    ['a missing path in a command', 'Run `node e2e/absent.spec.ts --now`.', 'e2e/absent.spec.ts'],
    ['one of two paths', 'See `src/ui/{Button,Absent}.tsx`.', 'src/ui/{Button,Absent}.tsx'],
    ['a document outside the repository', 'As DESIGN.md says.', 'DESIGN.md'],
  ])('The check reports %s in a document', (_, text, target) => {
    expect(findBrokenReferences(checkout('docs/a.md', text))).toContain(`docs/a.md: ${target}`);
  });

  it('The check accepts references that open, patterns and web addresses', () => {
    const comment = '// docs/guide.md#two-words-code, Button.tsx, https://x.example/docs/no.md\n';
    const page = '[a](guide.md#two-words-code) `src/ui/*.tsx` `src/ui/{Button,But*}.tsx`';
    expect(findBrokenReferences(checkout('src/a.ts', comment))).toEqual([]);
    expect(findBrokenReferences(checkout('docs/a.md', page))).toEqual([]);
  });

  it('The check ignores code outside comments', () => {
    const code = "const path = 'docs/absent.md'; const glob = 'src/**/*.absent.ts';";
    expect(findBrokenReferences(checkout('src/a.ts', code))).toEqual([]);
  });
});
