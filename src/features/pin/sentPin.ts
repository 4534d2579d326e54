import { pinChannels, type PinChannel } from '#schemas/users.ts';

/** What the page for the PIN knows of the one that was sent; kept with the history entry, so that a reload knows it too. */
export type SentPin = { channel: PinChannel; /** by this device's clock, in ms */ sentAt: number };

export function sentPinOf(state: unknown): SentPin | undefined {
  if (typeof state !== 'object' || state === null || !('channel' in state) || !('sentAt' in state)) return undefined;
  const channel = pinChannels.find((known) => known === state.channel);
  return channel && typeof state.sentAt === 'number' ? { channel, sentAt: state.sentAt } : undefined;
}
