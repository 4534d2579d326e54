// @vitest-environment jsdom
import { cleanup, render, screen } from '@testing-library/react';
import { IntlProvider } from 'react-intl';
import { MemoryRouter } from 'react-router-dom';
import { afterEach, expect, it, vi } from 'vitest';
import { messages } from '#src/engine/testing/messages.ts';
import { LegalLinks } from './LegalLinks.tsx';
import type { ConsentName } from './useConsent.ts';

afterEach(cleanup);

const order = ['Impressum', 'Datenschutz', 'Nutzungsbedingungen', 'Barrierefreiheit'];

it.each([[[]], [['agbAccepted']], [['datenschutzAccepted', 'agbAccepted']]] satisfies [
  ConsentName[],
][])('Legal texts keep their order when %j open in a dialog', (texts) => {
  const { container } = render(
    <IntlProvider locale="de" messages={messages.de}>
      <MemoryRouter>
        <LegalLinks accountId="a1" statements={texts} onOpen={vi.fn()} />
      </MemoryRouter>
    </IntlProvider>,
  );
  expect([...container.querySelectorAll('a, button')].map((text) => text.textContent)).toEqual(
    order,
  );
  expect(screen.queryAllByRole('button')).toHaveLength(texts.length);
});
