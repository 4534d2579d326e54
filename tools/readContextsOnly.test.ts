import { describe, expect, it } from 'vitest';
import { createLint } from './lint/runRule.ts';

const lint = createLint('readContextsOnly.js', 'loading/read-contexts-only');

describe('the lint rule for promises in renders', () => {
  it.each([
    ["import { use } from 'react'; const Page = () => use(load('login'));", "use(load('login'))"],
    [
      "import { use } from 'react'; const useIt = () => use(cache ?? load());",
      'use(cache ?? load())',
    ],
    [
      "import { use } from 'react'; function Page() { const loading = load(); return use(loading); }",
      'use(loading)',
    ],
    ["import { use as read } from 'react'; const Page = () => read(load());", 'read(load())'],
    ["import * as React from 'react'; const Page = () => React.use(load());", 'React.use(load())'],
  ])('The rule reports the promise of %s', (source, code) => {
    expect(lint(source)).toEqual([code]);
  });

  it.each([
    "import { use } from 'react'; const useMark = () => use(MarkContext);",
    "import { use } from 'react'; const useMark = (context) => use(context);",
    "import { useOutcome } from '#src/loading/useOutcome.ts'; const Page = () => useOutcome(forms, 'login');",
    'async function use() {} const onClick = () => use(passkey());',
  ])('The rule accepts %s', (source) => {
    expect(lint(source)).toEqual([]);
  });
});
