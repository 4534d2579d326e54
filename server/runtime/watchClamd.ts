import type { FastifyBaseLogger } from 'fastify';
import type { Deps } from '#server/deps.ts';
import type { CheckedScan } from '#server/ports/clamdScan.ts';
import { say } from './say.ts';

/**
 * Checks the scanner repeatedly and logs a change. A scanner with wrong settings would pass
 * infected files, so the first check ends the server. A scanner that is down only blocks uploads.
 */
export function watchClamd(scan: CheckedScan, onWrongSettings: (wrong: string[]) => void) {
  let known: string | undefined;
  return async function checkClamd(
    _deps: Deps,
    log: FastifyBaseLogger,
    stopping: AbortSignal,
  ): Promise<void> {
    const wrong = await scan.check();
    if (stopping.aborted) return;
    const state = wrong === null ? 'It does not answer.' : wrong.join(' ');
    if (known === undefined) announceClamd(wrong, onWrongSettings);
    else if (state !== known)
      log.warn({ state: state || 'It can be used.' }, 'the virus scanner has changed');
    known = state;
  };
}

function announceClamd(wrong: string[] | null, onWrongSettings: (wrong: string[]) => void): void {
  if (wrong === null) say('The virus scanner does not answer: uploads are refused until it does.');
  else if (wrong.length > 0) onWrongSettings(wrong);
}
