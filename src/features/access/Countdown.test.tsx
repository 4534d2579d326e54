// @vitest-environment jsdom
import { cleanup, render, screen } from '@testing-library/react';
import { renderToString } from 'react-dom/server';
import { IntlProvider } from 'react-intl';
import { afterEach, expect, it } from 'vitest';
import { messages } from '#src/engine/testing/messages.ts';
import { Countdown, type CountdownName } from './Countdown.tsx';

afterEach(cleanup);

const draw = (of: CountdownName, seconds: number) => (
  <IntlProvider locale="de" messages={messages.de}>
    <Countdown of={of} seconds={seconds} />
  </IntlProvider>
);

it.each<[CountdownName, string, string]>([
  ['lock', 'Neuer Versuch in 4:59 Minuten.', 'Neuer Versuch in 5 Minuten.'],
  ['pinRequest', 'In 4:59 Minuten können', 'In 5 Minuten können'],
  ['pinValidity', 'noch 4:59 Minuten.', 'noch 5 Minuten.'],
  ['pinRepeat', 'In 4:59 Minuten können', 'In 5 Minuten können'],
])('The countdown %s is seen as "%s" and read as "%s"', (of, seen, read) => {
  const { container } = render(draw(of, 299));
  expect(container.querySelector('[aria-hidden]')).toHaveTextContent(seen);
  expect(container.querySelector('span:not([aria-hidden])')).toHaveTextContent(read);
});

it('A countdown changes for screen readers once a minute', () => {
  const { rerender } = render(draw('lock', 120));
  const read = screen.getByText(/Neuer Versuch in 2 Minuten\./);
  const changes = [119, 61, 60, 59, 1].map((seconds) => {
    rerender(draw('lock', seconds));
    return read.textContent.replace(/^.* in /, '');
  });
  expect(changes).toEqual([
    '2 Minuten.',
    '2 Minuten.',
    'einer Minute.',
    'einer Minute.',
    'einer Minute.',
  ]);
  expect(screen.getByText('0:01')).toBeInTheDocument();
});

it('A page without scripts names whole minutes, because nothing counts', () => {
  const html = renderToString(draw('lock', 130));
  expect(html).toContain('Neuer Versuch in 3 Minuten.');
  expect(html).not.toContain('2:10');
});
