import { EventSourceParserStream } from 'eventsource-parser/stream';
import { listEvents, streamEvents, type PortalEvent } from '#schemas/events.ts';
import type { Reply } from '#schemas/endpoint.ts';
import { limits } from '#schemas/limits.ts';
import { addressOf, call, callJson } from './call.ts';
import { failedWith } from './errors.ts';

/** What happened, in order, up to an event's id; a reset says that something was missed which nobody knows any more. */
export type EventNews = { events: readonly PortalEvent[]; isReset: boolean; lastId: number };
export type EventListening = {
  /** where to go on; without it, now */ after?: number | undefined;
  onNews: (news: EventNews) => void;
};

const { heartbeatMs, refusedMs, retryMs } = limits.event;
/** A connection that is silent for so long has broken off without a word. */
const silenceMs = 2 * heartbeatMs + 5_000;

const wait = (ms: number, signal: AbortSignal): Promise<void> =>
  new Promise((resolve) => {
    const timer = setTimeout(resolve, ms);
    signal.addEventListener(
      'abort',
      () => {
        clearTimeout(timer);
        resolve();
      },
      { once: true },
    );
  });

/** The answer's bytes as they come; rejects as every call does. */
async function open(
  lastId: number | undefined,
  signal: AbortSignal,
): Promise<ReadableStream<Uint8Array>> {
  const outcome = await call(streamEvents, async (headers) => {
    const response = await fetch(addressOf({ endpoint: streamEvents }), {
      headers: { ...headers, ...(lastId === undefined ? {} : { 'Last-Event-ID': String(lastId) }) },
      signal,
    });
    return {
      status: response.status,
      body: response.ok ? response.body : await response.json().catch(() => undefined),
    };
  });
  if ('error' in outcome) throw outcome.error;
  return outcome.data as ReadableStream<Uint8Array>;
}

/**
 * Listens to what happens to the user until `signal`. After a break it goes on from the last event it knows. Where no stream
 * comes through it asks instead, each time it would connect again.
 */
export async function listenToEvents(
  { after, onNews }: EventListening,
  signal: AbortSignal,
): Promise<void> {
  let lastId = after;

  /** What happened before the first word may be missing on the page. */
  function tell(events: readonly PortalEvent[], newest: number, isReset: boolean): void {
    const news = { events, lastId: newest, isReset: isReset || lastId === undefined };
    lastId = newest;
    onNews(news);
  }

  async function follow(): Promise<void> {
    const attempt = new AbortController();
    const stop = () => attempt.abort();
    signal.addEventListener('abort', stop);
    let silence = setTimeout(stop, silenceMs);
    try {
      const bytes = await open(lastId, attempt.signal);
      const heard = bytes.pipeThrough(
        new TransformStream<Uint8Array, Uint8Array>({
          transform(chunk, out) {
            clearTimeout(silence);
            silence = setTimeout(stop, silenceMs);
            out.enqueue(chunk);
          },
        }),
      );
      const reader = heard
        .pipeThrough(new TextDecoderStream() as ReadableWritablePair<string, Uint8Array>)
        .pipeThrough(new EventSourceParserStream())
        .getReader();
      for (let next = await reader.read(); !next.done; next = await reader.read()) {
        const { id, event, data } = next.value;
        tell(
          event === 'change' ? [JSON.parse(data) as PortalEvent] : [],
          Number(id),
          event === 'reset',
        );
      }
    } finally {
      clearTimeout(silence);
      signal.removeEventListener('abort', stop);
    }
  }

  async function ask(): Promise<void> {
    const outcome = await callJson({
      endpoint: listEvents,
      query: lastId === undefined ? {} : { after: lastId },
    });
    if ('error' in outcome) return;
    const { events, lastId: newest, isReset } = outcome.data as Reply<typeof listEvents>;
    tell(events, newest, isReset);
  }

  let mayOpenAt = 0;
  while (!signal.aborted) {
    // Broken off, off the net or logged out: the same to whoever goes on listening. Only a server that has enough streams is not asked for one again at once.
    if (Date.now() >= mayOpenAt)
      await follow().catch((error: unknown) => {
        if (failedWith(error, 'tooManyRequests')) mayOpenAt = Date.now() + refusedMs;
      });
    if (signal.aborted) return;
    await wait(retryMs, signal);
    if (!signal.aborted) await ask().catch(() => undefined);
  }
}
