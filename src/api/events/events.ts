import { EventSourceParserStream } from 'eventsource-parser/stream';
import { listEvents, streamEvents, type PortalEvent } from '#schemas/events/events.ts';
import type { Reply } from '#schemas/platform/endpoint.ts';
import { eventLimits } from '#schemas/events/limits.ts';
import { buildUrl, call, callJson } from '#src/api/client/call.ts';
import { hasReason } from '#src/api/client/errors.ts';
import { startExchange } from '#src/device/serverClock.ts';

/**
 * Events in order, after the id `after` and up to the id `lastId`. A reset says that older events
 * were lost.
 */
export type EventNews = {
  events: readonly PortalEvent[];
  isReset: boolean;
  after?: number | undefined;
  lastId: number;
};
export type EventListening = {
  /** The cursor; without it, events from now on. */
  after?: number | undefined;
  onNews: (news: EventNews) => void;
};
type StreamMessage = { id?: string | undefined; event?: string | undefined; data: string };

const { heartbeatMs, refusedMs, retryMs } = eventLimits;
/** A connection that sends no heartbeat for so long is broken. */
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

/** Opens the event stream; rejects like every call. */
async function openStream(
  lastId: number | undefined,
  signal: AbortSignal,
): Promise<ReadableStream<Uint8Array>> {
  const outcome = await call(streamEvents, async (headers) => {
    const learnTime = startExchange();
    const response = await fetch(buildUrl({ endpoint: streamEvents }), {
      headers: { ...headers, ...(lastId === undefined ? {} : { 'Last-Event-ID': String(lastId) }) },
      signal,
    });
    learnTime(response.headers);
    return {
      status: response.status,
      body: response.ok ? response.body : await response.json().catch(() => undefined),
    };
  });
  if ('error' in outcome) throw outcome.error;
  return outcome.data as ReadableStream<Uint8Array>;
}

/** Reads the stream until it ends, is silent for `silenceMs` or `signal` aborts. */
async function readStream(
  lastId: number | undefined,
  signal: AbortSignal,
  onMessage: (message: StreamMessage) => void,
): Promise<void> {
  const attempt = new AbortController();
  const stop = () => attempt.abort();
  signal.addEventListener('abort', stop);
  let silence = setTimeout(stop, silenceMs);
  try {
    const bytes = await openStream(lastId, attempt.signal);
    const observed = bytes.pipeThrough(
      new TransformStream<Uint8Array, Uint8Array>({
        transform(chunk, out) {
          clearTimeout(silence);
          silence = setTimeout(stop, silenceMs);
          out.enqueue(chunk);
        },
      }),
    );
    const reader = observed
      .pipeThrough(new TextDecoderStream() as ReadableWritablePair<string, Uint8Array>)
      .pipeThrough(new EventSourceParserStream())
      .getReader();
    for (let next = await reader.read(); !next.done; next = await reader.read())
      onMessage(next.value);
  } finally {
    clearTimeout(silence);
    signal.removeEventListener('abort', stop);
  }
}

/**
 * Subscribes to the user's events until `signal` aborts. Reconnects from the last event id, and
 * polls each time before it reconnects, because some proxies let no stream through.
 */
export async function listenToEvents(
  { after, onNews }: EventListening,
  signal: AbortSignal,
): Promise<void> {
  let lastId = after;
  let hasLogged = false;

  function publish(events: readonly PortalEvent[], newest: number, isReset: boolean): void {
    // Without a cursor the page may lack events from before the connection.
    const news = {
      events,
      after: lastId,
      lastId: newest,
      isReset: isReset || lastId === undefined,
    };
    lastId = newest;
    onNews(news);
  }

  /** Logs an event that cannot be handled, once: the server may send it on each reconnect. */
  function logged(handle: () => void): void {
    try {
      handle();
    } catch (error) {
      if (!hasLogged) console.error('An event of the server could not be handled', error);
      hasLogged = true;
      throw error;
    }
  }

  const handleMessage = ({ id, event, data }: StreamMessage): void =>
    logged(() =>
      publish(
        event === 'change' ? [JSON.parse(data) as PortalEvent] : [],
        Number(id),
        event === 'reset',
      ),
    );

  async function poll(): Promise<void> {
    const outcome = await callJson({
      endpoint: listEvents,
      query: lastId === undefined ? {} : { after: lastId },
    });
    if ('error' in outcome) return;
    const { events, lastId: newest, isReset } = outcome.data as Reply<typeof listEvents>;
    logged(() => publish(events, newest, isReset));
  }

  let mayOpenAt = 0;
  while (!signal.aborted) {
    // Offline, logged out or disconnected: retry. Only a server with too many streams gets a pause.
    if (performance.now() >= mayOpenAt)
      await readStream(lastId, signal, handleMessage).catch((error: unknown) => {
        if (hasReason(error, 'tooManyRequests')) mayOpenAt = performance.now() + refusedMs;
      });
    if (signal.aborted) return;
    await wait(retryMs, signal);
    if (!signal.aborted) await poll().catch(() => undefined);
  }
}
