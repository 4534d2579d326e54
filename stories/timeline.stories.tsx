import type { Meta, StoryObj } from '@storybook/react-vite';
import { useState, type ReactNode } from 'react';
import { Provider } from 'react-redux';
import { MemoryRouter } from 'react-router-dom';
import { expect, screen, waitFor, within } from 'storybook/test';
import { listAccounts, type Account } from '#schemas/accounts.ts';
import type { StoredFile } from '#schemas/files.ts';
import { getTimeline, type Message, type Timeline as TimelinePage } from '#schemas/messages.ts';
import { createStore } from '#src/app/store.ts';
import { MessageWriting } from '#src/features/messages/MessageWriting.tsx';
import { Timeline } from '#src/features/messages/Timeline.tsx';
import { useQueued } from '#src/features/messages/useQueued.ts';
import { forgetWritten, queueMessage, type QueuedMessage } from '#src/lib/outbox.ts';
import { asJonas } from './asJonas.ts';
import { answers, answersBy, isOffNet, mockApi } from './mockApi.ts';
import { onPhone } from './themes.ts';

function Portal({ address, children }: { address: string; children: ReactNode }) {
  const [store] = useState(createStore);
  return (
    <Provider store={store}>
      <MemoryRouter initialEntries={[address]}>
        <main style={{ display: 'grid', height: '100dvh', background: 'var(--surface)' }}>
          <h1 style={{ position: 'absolute', opacity: 0 }}>{document.title}</h1>
          {children}
        </main>
      </MemoryRouter>
    </Provider>
  );
}

/** The messages of a case: on their way, come back, and many of them. */
const meta = {
  title: 'Screens/Timeline',
  parameters: { isPage: true, layout: 'fullscreen' },
  decorators: [
    (Story, { parameters }) => (
      <Portal address={(parameters as { address?: string }).address ?? '/'}>
        <Story />
      </Portal>
    ),
  ],
} satisfies Meta;
export default meta;
type Story = StoryObj<typeof meta>;

const place = { acc: 'a1', akte: 'c1' };
const question: Message = {
  id: 'm1',
  messageKey: 'k1',
  header: 'Mietwagen',
  message: 'Darf ich den Mietwagen behalten, bis die Werkstatt fertig ist?',
  creatorName: 'Jonas Wieland',
  creatorIdHash: 'u1',
  creationDate: '2026-11-12T17:40:00Z',
  isOwnMessage: true,
  labels: [],
  attachments: [],
  isFavorite: false,
  read: true,
  belegdatum: null,
  folderId: null,
};
const page = (...timeline: Message[]): TimelinePage => ({
  messages: { timeline, totalCount: timeline.length },
  folders: [],
  files: [],
  totalFiles: 0,
  firstUnread: null,
});
const power: QueuedMessage = {
  key: 'q1',
  place,
  written: {
    Header: 'Vollmacht unterschrieben',
    TextContent: 'Anbei die Vollmacht.',
    UploadIds: [{ entityId: 'f1', name: 'Vollmacht.pdf' }],
  },
  queuedAt: '2026-11-20T14:31:00Z',
};

const shared = { isGone: false, onWriting: () => undefined };

function withQueue(
  ...queue: QueuedMessage[]
): Story & { beforeEach: () => Promise<() => Promise<void>> } {
  return {
    render: () => (
      <Timeline place={place} isOpenForReplies holding={shared} showToast={() => undefined} />
    ),
    beforeEach: async () => {
      const logOut = asJonas();
      await forgetWritten('u1');
      for (const message of queue) await queueMessage('u1', message);
      const end = mockApi(
        answers(listAccounts, { accounts: [] }),
        answers(getTimeline, page(question)),
      );
      return async () => {
        end();
        logOut();
        await forgetWritten('u1');
      };
    },
  };
}

export const Sending: Story = {
  ...withQueue(power),
  play: async ({ canvas }) => {
    await expect(await canvas.findByText('Wird gesendet')).toBeInTheDocument();
  },
};
export const WaitingForTheNet: Story = {
  ...withQueue({ ...power, isWaiting: true }),
  play: async ({ canvas }) => {
    await expect(await canvas.findByRole('button', { name: 'Zurückholen' })).toBeInTheDocument();
  },
};
export const WaitingForTheNetOnAPhone = onPhone(WaitingForTheNet);
export const TakenBack: Story = {
  ...withQueue({ ...power, isWaiting: true }),
  play: async ({ canvas }) => {
    (await canvas.findByRole('button', { name: 'Zurückholen' })).click(); // by itself: what a test's own click leads to may not wait for code
    await expect(
      await canvas.findByRole('textbox', { name: /Betreff/ }, { timeout: 12_000 }),
    ).toHaveValue('Vollmacht unterschrieben');
    await expect(canvas.queryByText('Wartet auf die Verbindung')).toBeNull();
  },
};
export const CameBack: Story = {
  ...withQueue({ ...power, returned: { textId: 'UploadLimit' } }),
  play: async ({ canvas }) => {
    await expect(
      await canvas.findByRole('textbox', { name: /Nachricht/ }, { timeout: 12_000 }),
    ).toHaveValue('Anbei die Vollmacht.');
    await expect(canvas.getByRole('alert')).toHaveTextContent('Sie können gerade nichts hochladen');
  },
};
const receipt = { key: 'f2', name: 'Beleg.pdf' };
/** One of its files was refused: the other has arrived, and both are there again. */
export const CameBackWithItsFiles: Story = {
  ...withQueue(),
  beforeEach: async () => {
    const end = await withQueue().beforeEach();
    const stored: StoredFile = {
      fileuploadId: 'f3',
      fileName: 'Foto.jpg',
      fileExtension: 'jpg',
      size: 20_480,
      hasThumbnail: false,
    };
    await queueMessage(
      'u1',
      {
        ...power,
        files: [{ key: 'f3', name: 'Foto.jpg', stored }, receipt],
        returned: { text: 'Beleg.pdf: Diese Datei enthält einen Virus.' },
      },
      [{ key: 'f2', file: new File(['%PDF'], 'Beleg.pdf') }],
    );
    return end;
  },
  play: async ({ canvas }) => {
    await expect(await canvas.findByText('Foto.jpg', {}, { timeout: 12_000 })).toBeInTheDocument();
    await expect(await canvas.findByText('Beleg.pdf')).toBeInTheDocument();
    await expect(
      canvas.getByText('Beleg.pdf: Diese Datei enthält einen Virus.'),
    ).toBeInTheDocument();
  },
};
const unreachable = withQueue({ ...power, isWaiting: true });
/** Off the net, after a reload: the timeline cannot be had, what waits is there. */
export const OffTheNet: Story = {
  ...unreachable,
  beforeEach: async () => {
    const end = await unreachable.beforeEach();
    const endOff = mockApi(isOffNet(getTimeline));
    return async () => {
      endOff();
      await end();
    };
  },
  play: async ({ canvas }) => {
    await expect(await canvas.findByRole('alert')).toBeInTheDocument();
    await expect(
      await canvas.findByRole('article', { name: 'Sie: Vollmacht unterschrieben' }),
    ).toHaveTextContent('Wartet auf die Verbindung');
    await expect(canvas.getByRole('button', { name: 'Nachricht schreiben' })).toBeInTheDocument();
  },
};
/** Seen before and put off: it does not come up by itself, and its text waits behind the button. */
export const CameBackEarlier: Story = {
  ...withQueue({ ...power, returned: 'takenBack', isPutOff: true }),
  play: async ({ canvas }) => {
    const goOn = await canvas.findByRole('button', { name: 'Weiterschreiben' });
    await expect(canvas.queryByRole('dialog')).toBeNull();
    goOn.click();
    await expect(
      await canvas.findByRole('textbox', { name: /Betreff/ }, { timeout: 12_000 }),
    ).toHaveValue('Vollmacht unterschrieben');
  },
};

/** Whatever is sent has arrived at once. */
function Writing() {
  const queued = useQueued(place);
  return (
    <MessageWriting
      place={place}
      queued={[]}
      arrived={new Set(queued.map(({ key }) => key))}
      showToast={() => undefined}
      onSent={() => undefined}
      button={(open) => (
        <button type="button" onClick={open}>
          Nachricht schreiben
        </button>
      )}
    />
  );
}
const away: Account = {
  id: 'a1',
  name: 'Behrens & Lindqvist',
  uniqueAccountKey: 'behrens',
  address: { street: '', postalCode: '', city: '' },
  phone: '',
  fax: '',
  website: '',
  mainColor: '#14505c',
  secondaryColor: '#c08a3e',
  primaryLogoUrl: null,
  secondaryLogoUrl: null,
  totalUnreadMessage: 0,
  categories: [],
  caseCount: 1,
  feedbackUrl: null,
  isActivated: true,
  isDashboardDisabled: false,
  esyThingAgb: null,
  esyThingDatenschutz: null,
  statementHashes: {},
  assistants: [],
  autoResponderSetting: {
    isActivated: true,
    message: 'Wir sind auf einer Fortbildung.\nAm Montag antworten wir.',
  },
};
/** What a provider answers by itself comes once a message is there (product.md §2.5, auto-reply message). */
export const AutoReply: Story = {
  ...withQueue(),
  render: () => <Writing />,
  beforeEach: async () => {
    const end = await withQueue().beforeEach();
    const endAway = mockApi(answers(listAccounts, { accounts: [away] }));
    return async () => {
      endAway();
      await end();
    };
  },
  play: async ({ canvas, userEvent }) => {
    canvas.getByRole('button', { name: 'Nachricht schreiben' }).click();
    await userEvent.type(
      await canvas.findByRole('textbox', { name: /Betreff/ }, { timeout: 12_000 }),
      'Frage',
    );
    await userEvent.type(
      canvas.getByRole('textbox', { name: /^Nachricht/ }),
      'Wie geht es weiter?',
    );
    await expect(screen.queryByText(/^Wir sind auf/)).toBeNull();
    canvas.getByRole('button', { name: 'Nachricht senden' }).click();
    const reply = await screen.findByRole(
      'dialog',
      { name: /Behrens & Lindqvist/ },
      { timeout: 12_000 },
    );
    await expect(
      within(reply).getByText(/^Wir sind auf einer Fortbildung\.\s+Am Montag/),
    ).toBeVisible();
    within(reply).getAllByRole('button', { name: 'Schließen' })[0]?.click();
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  },
};

const count = 5_000;
const words =
  'Die Gegenseite hat geantwortet, wir haben ihr Schreiben geprüft und den Betrag noch einmal genau beziffert. '.repeat(
    6,
  );
/** The newest is number 5,000; every other one is longer. */
const numbered = (number: number): Message => ({
  ...question,
  id: `n${number}`,
  messageKey: null,
  header: `Nachricht ${number}`,
  message: words.slice(0, 40 + ((number * 37) % 500)),
  isOwnMessage: number % 3 === 0,
  creationDate: new Date(
    Date.parse('2026-11-20T09:00:00Z') - (count - number) * 3_600_000,
  ).toISOString(),
});

/** Pages as the server cuts them; a cursor is the number next to them. */
function pageOfMany(query: URLSearchParams): TimelinePage {
  const cursor = query.get('Cursor');
  const around = query.get('Around');
  const isAscending = query.get('Direction') === 'Ascending';
  const size = 50;
  let from = cursor === null ? count : Number(cursor) + (isAscending ? 1 : -1);
  if (around !== null) from = Math.min(count, Number(around.slice(1)) + size / 2);
  const numbers = Array.from(
    { length: size },
    (_, index) => from + (isAscending ? index : -index),
  ).filter((number) => number >= 1 && number <= count);
  const [first = 0] = numbers;
  const last = numbers.at(-1) ?? 0;
  const isLast = isAscending ? last === count : last === 1;
  return {
    ...page(...numbers.map(numbered)),
    messages: {
      timeline: numbers.map(numbered),
      totalCount: count,
      ...(isLast ? {} : { cursor: String(last) }),
      ...(isAscending
        ? { olderCursor: String(first) }
        : first < count
          ? { newerCursor: String(first) }
          : {}),
    },
  };
}

function many(address: string): Story {
  return {
    render: () => (
      <Timeline place={place} isOpenForReplies holding={shared} showToast={() => undefined} />
    ),
    parameters: { address },
    beforeEach: () => {
      const logOut = asJonas();
      const end = mockApi(
        answers(listAccounts, { accounts: [] }),
        answersBy(getTimeline, pageOfMany),
      );
      return () => {
        end();
        logOut();
      };
    },
  };
}

const slowly = { timeout: 8_000 }; // calls wait for their turn
const nextFrame = () =>
  new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)));
/** The messages that are in view, by number, and how far the first of them is from the top. */
function inView(scroller: HTMLElement): { number: number; top: number }[] {
  const frame = scroller.getBoundingClientRect();
  return [...scroller.querySelectorAll('article')]
    .map((article) => ({
      box: article.getBoundingClientRect(),
      number: Number(article.querySelector('h3')?.textContent?.replace(/\D/g, '')),
    }))
    .filter(({ box }) => box.bottom > frame.top && box.top < frame.bottom)
    .map(({ box, number }) => ({ number, top: Math.round(box.top - frame.top) }))
    .sort((a, b) => a.top - b.top);
}

/** The reader goes up through pages that load as they come into view. What is at the top stays where it is. */
export const Many: Story = {
  ...many('/'),
  play: async ({ canvas }) => {
    const scroller = await canvas.findByRole('region', { name: 'Nachrichten' });
    await waitFor(() => expect(inView(scroller).at(-1)?.number).toBe(count), slowly);
    await new Promise((resolve) => setTimeout(resolve, 500)); // until it has settled at the end
    let read = count;
    for (let step = 0; step < 80; step += 1) {
      const [before] = inView(scroller);
      scroller.scrollBy({ top: -300, behavior: 'instant' });
      await nextFrame();
      if (scroller.scrollTop === 0) {
        // faster than what is above it comes
        const [top] = inView(scroller);
        await waitFor(() => expect(scroller.scrollTop).toBeGreaterThan(0), slowly);
        await expect(inView(scroller).find(({ number }) => number === top?.number)?.top).toBe(
          top?.top,
        );
        continue;
      }
      const same = inView(scroller).find(({ number }) => number === before?.number);
      // In the moment in which a page arrives a step may come to nothing; it never leads elsewhere.
      const moved = same && before ? same.top - before.top : 300;
      await expect(
        Math.min(Math.abs(moved - 300), Math.abs(moved)),
        `at message ${before?.number}, step ${step}, moved by ${moved}`,
      ).toBeLessThanOrEqual(2);
      read = Math.min(read, inView(scroller)[0]?.number ?? read);
    }
    await expect(read).toBeLessThan(count - 55); // beyond the first page
    await expect(scroller.querySelectorAll('*').length).toBeLessThan(1_500);
  },
};

/** A link to one of them leads there, and from there both ways. */
export const LedToOne: Story = {
  ...many('/?message=n2500'),
  play: async ({ canvas, userEvent }) => {
    const sought = await canvas.findByRole('article', { name: /Nachricht 2500$/ });
    const scroller = canvas.getByRole('region', { name: 'Nachrichten' });
    await waitFor(
      () => expect(inView(scroller).map(({ number }) => number)).toContain(2_500),
      slowly,
    );
    await expect(sought).toHaveAttribute('data-sought');
    scroller.scrollBy({ top: 6_000, behavior: 'instant' });
    await waitFor(() => expect(inView(scroller).at(-1)?.number).toBeGreaterThan(2_510), slowly);
    await userEvent.click(canvas.getByRole('button', { name: 'Zu den neuesten' }));
    await waitFor(
      () =>
        expect(inView(canvas.getByRole('region', { name: 'Nachrichten' })).at(-1)?.number).toBe(
          count,
        ),
      slowly,
    );
  },
};
