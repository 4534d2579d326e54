/** An answer of the server that is no error, and yet refuses what was typed: sentences by element, as `PortalForm` shows them. */
export class RefusedAnswers extends Error {
  constructor(readonly fields: Readonly<Record<string, string>>) {
    super('The answers were refused');
  }
}
