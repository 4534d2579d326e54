/**
 * What became of a message that could not be sent. `notTaken`: it is certain that nobody has it, and a later try may do
 * better. `refused`: nobody has it and nobody will take it. `unclear`: it was handed over and nothing came back.
 */
export type DeliveryFate = 'notTaken' | 'refused' | 'unclear';

/** Says no word of the message, whom it is for or what the other side has quoted: it may stand in a log. */
export class DeliveryFailed extends Error {
  constructor(
    readonly code: string,
    readonly fate: DeliveryFate,
  ) {
    super(code);
  }
}
