// @vitest-environment jsdom
import { render, screen } from '@testing-library/react';
import { MemoryRouter } from 'react-router-dom';
import { expect, it } from 'vitest';
import { makeAccount } from '#schemas/testing/make.ts';
import { keepTranslated } from '#src/engine/testing/keepTranslated.ts';
import { TestIntl } from '#src/engine/testing/TestForm.tsx';
import { Counts } from './Counts.tsx';

const show = (totalUnreadMessage: number) => (
  <TestIntl>
    <MemoryRouter>
      <Counts accounts={[makeAccount({ totalUnreadMessage })]} />
    </MemoryRouter>
  </TestIntl>
);

it('A translated link with a count shows its new count', () => {
  const { rerender } = render(show(1));
  const stop = keepTranslated(document.body);
  rerender(show(2));
  expect(screen.getByRole('link', { name: 'zwei ungelesene Nachrichten' })).toBeVisible();
  stop();
});
