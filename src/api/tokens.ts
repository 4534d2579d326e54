import type { SessionKind } from '#schemas/endpoint.ts';
import type { CallJson } from './request.ts';
import type { Outcome } from './send.ts';

/** One kind of access token (calls.md §6): good for 15 minutes, so it is renewed while somebody reads or writes. */
export type TokenKeeper = {
  kind: SessionKind;
  /** The token of now; undefined without a session of this kind. */
  token: () => string | undefined;
  /** Whether it is about to end. */
  isDue: () => boolean;
  /** Gets the next one. An error means that the call which needs it fails with that error. */
  renew: (used: string, callJson: CallJson) => Promise<Outcome>;
  /** The server refused even a fresh one. */
  refused: () => void;
};

const renewing = new Map<SessionKind, Promise<Outcome>>();

/** Renews a token once for all calls that wait for it. */
export function renewOnce(keeper: TokenKeeper, used: string, callJson: CallJson): Promise<Outcome> {
  const running =
    renewing.get(keeper.kind) ??
    keeper.renew(used, callJson).finally(() => renewing.delete(keeper.kind));
  renewing.set(keeper.kind, running);
  return running;
}
