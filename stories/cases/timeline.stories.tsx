import type { Meta } from '@storybook/react-vite';
import { expect, waitFor } from 'storybook/test';
import { listAccounts } from '#schemas/accounts/accounts.ts';
import {
  getTimeline,
  type Message,
  type Timeline as TimelinePage,
} from '#schemas/cases/messages.ts';
import { Timeline } from '#src/features/cases/messages/Timeline.tsx';
import { logIn } from '../support/logIn.ts';
import { responds, respondsBy, mockApi } from '../support/mockApi.ts';
import { timelineMeta, type Story, place, question, page, shared } from './timelineStory.tsx';

/** A timeline of 5,000 messages. */
const meta = {
  title: 'Screens/Timeline',
  ...timelineMeta,
  parameters: { isPage: true, layout: 'fullscreen' },
} satisfies Meta;
export default meta;

const count = 5_000;
const sentence =
  'Die Gegenseite hat geantwortet, wir haben ihr Schreiben geprüft und den Betrag noch einmal ' +
  'genau beziffert. ';
const words = sentence.repeat(6);
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

/** Pages like the server's; the cursor is the number of the next message. */
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
    render: () => <Timeline place={place} isOpenForReplies holding={shared} />,
    parameters: { address },
    beforeEach: () => {
      const logOut = logIn();
      const end = mockApi(
        responds(listAccounts, { accounts: [] }),
        respondsBy(getTimeline, pageOfMany),
      );
      return () => {
        end();
        logOut();
      };
    },
  };
}

const nextFrame = () =>
  new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)));
/** Lists the visible messages with their distance from the top. */
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

/** Scrolls up through pages that load on demand. The top message keeps its position. */
export const Many: Story = {
  ...many('/'),
  play: async ({ canvas }) => {
    const scroller = await canvas.findByRole('region', { name: 'Nachrichten' });
    await waitFor(() => expect(inView(scroller).at(-1)?.number).toBe(count));
    let height = 0;
    await waitFor(() => {
      const before = height;
      height = scroller.scrollHeight;
      return expect(height - before).toBe(0); // messages are measured when they are drawn
    });
    let read = count;
    for (let step = 0; step < 80; step += 1) {
      const [before] = inView(scroller);
      scroller.scrollBy({ top: -300, behavior: 'instant' });
      await nextFrame();
      if (scroller.scrollTop === 0) {
        // the page above is still loading
        const [top] = inView(scroller);
        await waitFor(() => expect(scroller.scrollTop).toBeGreaterThan(0));
        await expect(inView(scroller).find(({ number }) => number === top?.number)?.top).toBe(
          top?.top,
        );
        continue;
      }
      const same = inView(scroller).find(({ number }) => number === before?.number);
      // A step may be lost when a page arrives, but it never scrolls elsewhere.
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

/** A link opens one message; pages load in both directions. */
export const LedToOne: Story = {
  ...many('/?message=n2500'),
  play: async ({ canvas, userEvent }) => {
    const sought = await canvas.findByRole('article', { name: /Nachricht 2500$/ });
    const scroller = canvas.getByRole('region', { name: 'Nachrichten' });
    await waitFor(() => expect(inView(scroller).map(({ number }) => number)).toContain(2_500));
    await expect(sought).toHaveAttribute('data-sought');
    await waitFor(() => {
      scroller.scrollBy({ top: 1_000, behavior: 'instant' }); // ends where a page still loads
      return expect(inView(scroller).at(-1)?.number).toBeGreaterThan(2_510);
    });
    await userEvent.click(canvas.getByRole('button', { name: 'Zu den neuesten' }));
    await waitFor(() =>
      expect(inView(canvas.getByRole('region', { name: 'Nachrichten' })).at(-1)?.number).toBe(
        count,
      ),
    );
  },
};
