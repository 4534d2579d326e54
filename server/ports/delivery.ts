/**
 * Outcome of a failed delivery. `notTaken`: certainly not delivered, retry later. `refused`:
 * rejected for good, no retry. `unclear`: handed over without a reply, no retry.
 */
export type DeliveryFate = 'notTaken' | 'refused' | 'unclear';

/** Contains no text, recipient or quote of the remote server, so that it can be logged. */
export class DeliveryFailed extends Error {
  constructor(
    readonly code: string,
    readonly fate: DeliveryFate,
  ) {
    super(code);
  }
}
