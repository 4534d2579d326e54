import { configureStore } from '@reduxjs/toolkit';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { BoardTask } from '#schemas/tasks/board.ts';
import { api } from '#src/api/client/api.ts';
import { boardApi, followCards, moveCard, withCards } from './board.ts';

const card = (workflowId: string, day: number, change: Partial<BoardTask> = {}): BoardTask => ({
  workflowId,
  caseId: 'c',
  caseHeader: '',
  clients: [],
  staffIds: null,
  assistantName: '',
  status: 4,
  state: 'open',
  assignee: null,
  validUntil: null,
  answerCreationDate: null,
  closedDate: null,
  creationDate: `2026-11-${String(day).padStart(2, '0')}T08:00:00.000Z`,
  ...change,
});

describe('the cards of a board', () => {
  /** Two pages; `more` follow. */
  const pages = (more = true) => [
    { items: [card('d', 20), card('c', 18)], cursor: 'second' },
    { items: [card('b', 16), card('a', 14)], ...(more ? { cursor: 'third' } : {}) },
  ];
  const shown = (changed: ReturnType<typeof pages>) =>
    changed.map(({ items }) =>
      items.map(({ workflowId, status }) => `${workflowId}${status}`).join(' '),
    );

  it.each([
    [
      'one that has changed, where it was',
      ['b'],
      [card('b', 16, { status: 6 })],
      ['d4 c4', 'b6 a4'],
    ],
    ['a new one first', ['e'], [card('e', 21)], ['e4 d4 c4', 'b4 a4']],
    ['no more what is gone', ['c'], [], ['d4', 'b4 a4']],
    ['nothing of what a later page brings along', ['z'], [card('z', 3)], ['d4 c4', 'b4 a4']],
    [
      'several at once',
      ['a', 'c', 'e'],
      [card('e', 21), card('a', 14, { status: 7 })],
      ['e4 d4', 'b4 a7'],
    ],
  ])('The board shows %s', (_, asked, found, expected) =>
    expect(shown(withCards(pages(), asked, found) as ReturnType<typeof pages>)).toEqual(expected),
  );

  it('An old card that returns is shown once all pages are loaded', () =>
    expect(
      shown(withCards(pages(false), ['z'], [card('z', 3)]) as ReturnType<typeof pages>),
    ).toEqual(['z4 d4 c4', 'b4 a4']));

  it('No card is shown twice if the last page has lost its cards', () => {
    const [first] = pages();
    expect(
      shown(
        withCards(
          [...(first ? [first] : []), { items: [], cursor: 'third' }],
          ['z'],
          [card('z', 3)],
        ) as ReturnType<typeof pages>,
      ),
    ).toEqual(['d4 c4', '']);
  });

  it('Unchanged pages keep their identity', () => {
    const before = pages();
    const [first, second] = withCards(before, ['b'], [card('b', 16, { status: 6 })]);
    expect([first === before[0], second?.items[1] === before[1]?.items[1]]).toEqual([true, true]);
  });
});

/** A promise that the test resolves. */
function createGate() {
  let open = (): void => undefined;
  const opened = new Promise<void>((resolve) => {
    open = resolve;
  });
  return { open, opened };
}

describe('a board that other users change', () => {
  let asked: string[][];
  /** hold back the responses with cards, and with the next page */
  let gates: { cards?: Promise<void>; page?: Promise<void> };
  let pagesAsked: number;
  let status: BoardTask['status'];
  let store: ReturnType<typeof open>;
  const open = () =>
    configureStore({
      reducer: { [api.reducerPath]: api.reducer },
      middleware: (defaults) =>
        defaults({ serializableCheck: false, immutableCheck: false }).concat(api.middleware),
    });
  /** Fills the first page of the board, with or without a next page. */
  const show = (items: BoardTask[], cursor?: string) =>
    store.dispatch(
      boardApi.util.upsertQueryData('boardTasks', 'acc', {
        pages: [{ items, ...(cursor ? { cursor } : {}) }],
        pageParams: [''],
      }),
    );
  const shown = () =>
    boardApi.endpoints.boardTasks
      .select('acc')(store.getState())
      .data?.pages.flatMap(({ items }) => items.map((each) => `${each.workflowId}${each.status}`))
      .join(' ');
  const event = (workflowId?: string) => ({
    accountId: 'acc',
    akteIdHash: 'c',
    ...(workflowId === undefined ? {} : { workflowId }),
  });
  const loadNext = () =>
    store.dispatch(boardApi.endpoints.boardTasks.initiate('acc', { direction: 'forward' }));
  beforeEach(() => {
    asked = [];
    gates = {};
    pagesAsked = 0;
    status = 4;
    store = open();
    vi.stubGlobal('fetch', async (input: Request | string) => {
      const { pathname, searchParams } = new URL(
        typeof input === 'string' ? input : input.url,
        'http://portal.example',
      );
      if (pathname.endsWith('/board/w0/status')) return Response.json(card('w0', 2, { status }));
      if (pathname.endsWith('/board/w0'))
        return Response.json({ reason: 'conflict', reasonMessage: '' }, { status: 409 });
      if (searchParams.has('cursor')) {
        pagesAsked += 1;
        await gates.page;
        return Response.json({ items: [card('w1', 1)] });
      }
      if (!pathname.endsWith('/board')) return Response.json({ applicationKey: 'a', apiKey: 'b' });
      const ids = searchParams.get('workflowIds')?.split(',') ?? [];
      asked.push(ids);
      await gates.cards;
      return Response.json({ items: ids.map((id) => card(id, 1, { status })) });
    });
  });
  afterEach(() => vi.unstubAllGlobals());

  it('Changed cards are reloaded in few calls, and none while no board is shown', async () => {
    const follow = followCards(store.dispatch);
    vi.useFakeTimers();
    follow(event('w1'));
    await vi.advanceTimersByTimeAsync(60_000);
    vi.useRealTimers();
    expect(asked).toEqual([]);
    const cards = createGate();
    gates.cards = cards.opened;
    const items = Array.from({ length: 300 }, (_, index) => card(`w${index}`, 1));
    await store.dispatch(
      boardApi.util.upsertQueryData('boardTasks', 'acc', { pages: [{ items }], pageParams: [''] }),
    );
    status = 6;
    for (const { workflowId } of items.slice(0, 3)) follow(event(workflowId));
    await expect.poll(() => asked).toEqual([['w0', 'w1', 'w2']]);
    // while that call is in flight
    for (const { workflowId } of items.slice(3, 60)) follow(event(workflowId));
    cards.open();
    const statuses = () =>
      boardApi.endpoints.boardTasks
        .select('acc')(store.getState())
        .data?.pages.flatMap((page) => page.items.map((each) => each.status)) ?? [];
    await expect.poll(() => statuses().filter((each) => each === 6)).toHaveLength(60);
    expect(asked.map((ids) => ids.length)).toEqual([3, 50, 7]);
  });

  it('A page in flight does not overwrite an event', async () => {
    await show([card('w0', 2)], 'second');
    status = 6;
    const [cards, nextPage] = [createGate(), createGate()];
    gates = { cards: cards.opened, page: nextPage.opened };
    followCards(store.dispatch)(event('w0'));
    await expect.poll(() => asked).toEqual([['w0']]);
    const page = loadNext();
    await expect.poll(() => pagesAsked).toBe(1);
    cards.open();
    await store.dispatch(
      boardApi.util.getRunningQueryThunk('namedCards', { acc: 'acc', workflowIds: ['w0'] }),
    );
    nextPage.open();
    await page;
    await expect.poll(() => shown()).toBe('w06 w14');
  });

  it('A renamed or withdrawn case reloads its own cards only', async () => {
    await show([card('w0', 2), card('w1', 1, { caseId: 'another' }), card('w2', 1)]);
    status = 6;
    followCards(store.dispatch)(event());
    await expect.poll(() => shown()).toBe('w06 w14 w26');
    expect(asked).toEqual([['w0', 'w2']]);
  });

  it('A page in flight does not overwrite a move', async () => {
    await show([card('w0', 2)], 'second');
    status = 6;
    const nextPage = createGate();
    gates.page = nextPage.opened;
    const page = loadNext();
    const moved = await store.dispatch(
      moveCard({ params: { acc: 'acc', workflowId: 'w0' }, body: { from: 4, to: 6 } }),
    );
    nextPage.open();
    await moved.shown;
    expect(shown()).toBe('w06 w14');
    await page;
  });

  it('A failed move shows the server’s card', async () => {
    await show([card('w0', 2)]);
    status = 6;
    await store.dispatch(
      boardApi.endpoints.changeBoardTask.initiate({
        params: { acc: 'acc', workflowId: 'w0' },
        body: { assigneeId: null },
      }),
    );
    await expect.poll(() => shown()).toBe('w06');
    expect(asked).toEqual([['w0']]);
  });
});
