/** A successful response that refuses answers, with a sentence by element for `PortalForm`. */
export class RefusedAnswers extends Error {
  constructor(readonly fields: Readonly<Record<string, string>>) {
    super('The answers were refused');
  }
}
