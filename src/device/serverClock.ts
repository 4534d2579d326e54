import { secondMs } from '#schemas/platform/time.ts';

const dateUnitMs = secondMs; // the resolution of the header `Date`
const toleranceMs = 2 * secondMs;

type Known = {
  /** the server's clock minus the monotonic clock, in ms */ offset: number;
  /** the device's clock minus the monotonic clock, in ms, at the newest response */ device: number;
};
type ResponseHeaders = Pick<Headers, 'get'>;

/**
 * Returns the device's time in ms, for what only this device compares: the order of answers in
 * drafts, the age of a token that its tabs share, and jumps of the clock itself.
 */
export const getDeviceNow = (): number => Date.now();

const readDevice = (): number => getDeviceNow() - performance.now();

/** Returns false for a response that may come from a cache, with the time at which it was stored. */
const isFresh = (headers: ResponseHeaders): boolean =>
  (headers.get('cache-control') ?? '').includes('no-store') &&
  Number(headers.get('age') ?? 0) === 0;

/**
 * Creates a clock that learns the server's time from the `Date` of its responses. The clock of a
 * device can be wrong by years, and can jump while a page is open; the monotonic clock does not.
 */
export function createServerClock() {
  let known: Known | undefined;
  let version = 0;
  const listeners = new Set<() => void>();

  /**
   * Learns from a response that the server sent at this time, in ms. Its request started at this
   * reading of the monotonic clock.
   */
  function learn(sentAt: number, startedAt: number): void {
    if (Number.isNaN(sentAt)) return;
    // The server read its clock between the request and now. A slow response proves little.
    const least = sentAt - performance.now();
    const most = sentAt + dateUnitMs - startedAt;
    const device = readDevice();
    const offset = known?.offset ?? device;
    const isPossible = offset > least - toleranceMs && offset < most + toleranceMs;
    known = { offset: isPossible ? offset : (least + most) / 2, device };
    if (isPossible) return;
    version += 1;
    listeners.forEach((listener) => listener());
  }

  return {
    /** Returns the server's time in ms; the device's before the first response. */
    getServerNow: (): number => (known ? performance.now() + known.offset : getDeviceNow()),

    /**
     * Returns true before the first response, and when the device's clock has moved against the
     * monotonic one: it was set, or the device has slept, in which the monotonic clock may stop.
     */
    needsServerTime: (): boolean =>
      known === undefined || Math.abs(readDevice() - known.device) > toleranceMs,

    /**
     * Measures a request. Call it when the request starts, and its result with the headers of the
     * response.
     */
    startExchange(): (headers: ResponseHeaders) => void {
      const startedAt = performance.now();
      return (headers) => {
        if (isFresh(headers)) learn(Date.parse(headers.get('date') ?? ''), startedAt);
      };
    },

    /** Learns from the document of the page, which the server sent at this time, in ms. */
    learnFromDocument: (sentAt: number): void => learn(sentAt, 0),

    /** Subscribes to corrections. Returns the function that unsubscribes. */
    onServerClockChange(listener: () => void): () => void {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },

    /** Returns the number of corrections so far. */
    getServerClockVersion: (): number => version,
  };
}

/** The clock of this tab. */
export const {
  getServerNow,
  needsServerTime,
  startExchange,
  learnFromDocument,
  onServerClockChange,
  getServerClockVersion,
} = createServerClock();
