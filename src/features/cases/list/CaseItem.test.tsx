// @vitest-environment jsdom
import { render, screen } from '@testing-library/react';
import { IntlProvider } from 'react-intl';
import { MemoryRouter } from 'react-router-dom';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { makeCase, makeFolder } from '#schemas/testing/make.ts';
import { messages } from '#src/engine/testing/messages.ts';
import { CaseItem } from './CaseItem.tsx';

beforeEach(() => {
  vi.stubGlobal('matchMedia', () => ({
    matches: false,
    addEventListener: () => undefined,
    removeEventListener: () => undefined,
  }));
  HTMLElement.prototype.scrollIntoView = () => undefined; // jsdom has none
});
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

const inFolder = {
  totalUnreadMessage: 0,
  totalUnreadMessageInFolder: 1,
  folderCount: 1,
  folders: [makeFolder({ id: 'court', totalUnreadMessage: 1 })],
};

it.each([
  ['A case', false, 'court'],
  ['The open case', true, null],
])('%s leads to the folder of its unread message: %s', (_, isSelected, folder) => {
  render(
    <IntlProvider locale="de" messages={messages.de}>
      <MemoryRouter>
        <ul>
          <CaseItem shown={makeCase(inFolder)} isSelected={isSelected} folder={undefined} />
        </ul>
      </MemoryRouter>
    </IntlProvider>,
  );
  const [link] = screen.getAllByRole<HTMLAnchorElement>('link');
  expect(new URL(link?.href ?? '').searchParams.get('fid')).toBe(folder);
});
