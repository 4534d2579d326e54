import type { SentPin } from '#schemas/adhoc.ts';
import { pinChannels } from '#schemas/users.ts';

/** What the page for the PIN knows of the one that was sent; kept with the history entry, so that a reload knows it too. */
export type KnownPin = SentPin & { /** by this device's clock, in ms */ sentAt: number };

export function sentPinOf(state: unknown): KnownPin | undefined {
  if (typeof state !== 'object' || state === null || !('channel' in state) || !('sentAt' in state))
    return undefined;
  const channel = pinChannels.find((known) => known === state.channel);
  if (!channel || typeof state.sentAt !== 'number') return undefined;
  const isTold = 'numberEndsWith' in state && typeof state.numberEndsWith === 'string';
  return {
    channel,
    sentAt: state.sentAt,
    ...(isTold && { numberEndsWith: String(state.numberEndsWith) }),
  };
}
