import { useLocation } from 'react-router-dom';
import type { SentPin } from '#schemas/access/adhoc.ts';
import { pinChannels } from '#schemas/access/users.ts';
import { useIsHydrated } from '#src/ui/useIsHydrated.ts';

/** The PIN that was sent, in the history entry, so that it survives a reload. */
export type KnownPin = SentPin & { /** in ms, by the server's clock */ sentAt: number };

function parseSentPin(state: unknown): KnownPin | undefined {
  if (typeof state !== 'object' || state === null || !('channel' in state) || !('sentAt' in state))
    return undefined;
  const channel = pinChannels.find((known) => known === state.channel);
  if (!channel || typeof state.sentAt !== 'number') return undefined;
  const hasNumber = 'numberEndsWith' in state && typeof state.numberEndsWith === 'string';
  return {
    channel,
    sentAt: state.sentAt,
    ...(hasNumber && { numberEndsWith: String(state.numberEndsWith) }),
  };
}

/** Returns the PIN that was sent from this history entry, which the server does not know. */
export function useSentPin(): KnownPin | undefined {
  const { state } = useLocation() as { state: unknown };
  return useIsHydrated() ? parseSentPin(state) : undefined;
}
