import type { SessionKind } from '#schemas/platform/endpoint.ts';
import type { CallJson } from './request.ts';
import type { Outcome } from './sendWithRetries.ts';

/** One kind of access token. It is valid for 15 minutes and renewed while the user is active. */
export type TokenKeeper = {
  kind: SessionKind;
  /** Returns the current token; undefined without a session of this kind. */
  token: () => string | undefined;
  /** Returns true shortly before the expiry. */
  isDue: () => boolean;
  /** Renews the token. On an error the waiting calls fail with it. */
  renew: (used: string, callJson: CallJson) => Promise<Outcome>;
  /** Called when the server refuses even a new token. */
  refused: () => void;
};

const renewing = new Map<SessionKind, Promise<Outcome>>();

/** Renews a token once for all calls that wait for it. */
export function refreshOnce(
  keeper: TokenKeeper,
  used: string,
  callJson: CallJson,
): Promise<Outcome> {
  const running =
    renewing.get(keeper.kind) ??
    keeper.renew(used, callJson).finally(() => renewing.delete(keeper.kind));
  renewing.set(keeper.kind, running);
  return running;
}
