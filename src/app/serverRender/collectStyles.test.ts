import { expect, it } from 'vitest';
import { collectStyles } from './collectStyles.ts';

it('Inline styles become rules of a style sheet, one for equal styles', () => {
  expect(
    collectStyles(
      '<i style="width:3ch"></i><b style="--a:&quot;x&quot;"></b><i style="width:3ch">',
    ),
  ).toEqual({
    html: '<i data-style="0"></i><b data-style="1"></b><i data-style="0">',
    styles: '#root [data-style="0"]{width:3ch}#root [data-style="1"]{--a:"x"}',
  });
});

it.each(['width:1px}body{display:none', 'a:&lt;/style&gt;', 'a:1;/* ', '@import x'])(
  'A style that could end its rule is dropped: %s',
  (style) => {
    expect(collectStyles(`<i style="${style}">`)).toEqual({ html: '<i>', styles: '' });
  },
);
