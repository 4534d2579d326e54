// @vitest-environment jsdom
import { render, screen } from '@testing-library/react';
import { IntlProvider } from 'react-intl';
import { MemoryRouter } from 'react-router-dom';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { makeCase } from '#schemas/testing/make.ts';
import { messages } from '#src/engine/testing/messages.ts';
import { CaseItem } from './CaseItem.tsx';

beforeEach(() =>
  vi.stubGlobal('matchMedia', () => ({
    matches: false,
    addEventListener: () => undefined,
    removeEventListener: () => undefined,
  })),
);
afterEach(() => vi.unstubAllGlobals());

it.each([
  ['the client', { isLastMessageOwn: true, lastMessageBy: 'Nora Brandt' }, 'Sie: Danke.'],
  ['a colleague', { isLastMessageOwn: false, lastMessageBy: 'Ada Weiß' }, 'Ada Weiß: Danke.'],
  ['the named lawyer', { isLastMessageOwn: false, lastMessageBy: 'Selin Aydın' }, 'Danke.'],
])('A last message of %s is shown as theirs', (_, author, expected) => {
  const shown = makeCase({
    creatorFirstName: 'Selin',
    creatorLastName: 'Aydın',
    lastMessage: 'Danke.',
    ...author,
  });
  render(
    <IntlProvider locale="de" messages={messages.de}>
      <MemoryRouter>
        <ul>
          <CaseItem shown={shown} isSelected={false} folder={undefined} />
        </ul>
      </MemoryRouter>
    </IntlProvider>,
  );
  expect(screen.getByTitle('Danke.').textContent).toBe(expected);
});
