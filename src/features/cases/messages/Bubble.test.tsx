// @vitest-environment jsdom
import { configureStore } from '@reduxjs/toolkit';
import { cleanup, render, screen } from '@testing-library/react';
import { IntlProvider } from 'react-intl';
import { Provider } from 'react-redux';
import { afterEach, expect, it } from 'vitest';
import type { Message } from '#schemas/cases/messages.ts';
import { api } from '#src/api/client/api.ts';
import { keepTranslated } from '#src/engine/testing/keepTranslated.ts';
import { messages } from '#src/engine/testing/messages.ts';
import { WrappedText } from '#src/ui/WrappedText.tsx';
import { Bubble } from './Bubble.tsx';

afterEach(cleanup);

const message: Message = {
  id: 'm',
  messageKey: null,
  header: 'Termin',
  message: 'Siehe https://gericht.example/saal?nr=3. Fragen an mailto:kanzlei@portal.example',
  creatorName: 'Dr. Behrens',
  creatorIdHash: 'a',
  creationDate: '2026-11-20T09:00:00Z',
  isOwnMessage: false,
  labels: [],
  attachments: [],
  isFavorite: false,
  read: true,
  belegdatum: null,
  folderId: null,
};
function show(shown: Message) {
  const store = configureStore({
    reducer: { [api.reducerPath]: api.reducer },
    middleware: (defaults) => defaults().concat(api.middleware),
  });
  const draw = (drawn: Message) => (
    <Provider store={store}>
      <IntlProvider locale="de" messages={messages.de} textComponent={WrappedText}>
        <Bubble place={{ acc: 'a', akte: 'c' }} message={drawn} isSought={false} />
      </IntlProvider>
    </Provider>
  );
  const { rerender } = render(draw(shown));
  return { change: (next: Message) => rerender(draw(next)) };
}

it('Addresses in a message are links that open in a new tab without an opener', () => {
  show(message);
  const [page, mailbox] = screen.getAllByRole('link');
  expect(page).toMatchObject({
    href: 'https://gericht.example/saal?nr=3',
    target: '_blank',
    rel: 'noopener noreferrer',
    textContent: 'https://gericht.example/saal?nr=3',
  });
  expect(mailbox).toMatchObject({ href: 'mailto:kanzlei@portal.example', target: '' });
});

it('An unopened message has no links', () => {
  show({ ...message, read: false });
  expect(screen.queryByRole('link')).toBeNull();
});

it('A translated message shows its text after a change', () => {
  const { change } = show(message);
  const stop = keepTranslated(document.body);
  change({ ...message, message: 'Der Termin entfällt.' });
  expect(screen.getByRole('article')).toHaveTextContent('Der Termin entfällt.');
  expect(screen.getByRole('article')).not.toHaveTextContent('Siehe');
  stop();
});
