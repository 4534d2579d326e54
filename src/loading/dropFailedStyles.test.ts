// @vitest-environment jsdom
import { expect, it } from 'vitest';
import { dropFailedStyles } from './dropFailedStyles.ts';

it('A style sheet that fails to load leaves the page, so that it is asked for again', () => {
  dropFailedStyles(document);
  for (const [rel, left] of [
    ['stylesheet', 0],
    ['icon', 1],
  ] as const) {
    const link = document.createElement('link');
    link.rel = rel;
    document.head.append(link);
    link.dispatchEvent(new Event('error'));
    expect(document.querySelectorAll(`link[rel=${rel}]`)).toHaveLength(left);
  }
});
