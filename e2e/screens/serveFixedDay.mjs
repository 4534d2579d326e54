// The server's clock, set to one day before the demo world is made: what it shows of dates is the same in every run.
const RealDate = Date;
const ahead = RealDate.parse('2026-11-20T10:00:00+01:00') - RealDate.now();

globalThis.Date = class extends RealDate {
  /** @param {ConstructorParameters<typeof RealDate>} given */
  constructor(...given) {
    super(...(given.length === 0 ? [RealDate.now() + ahead] : given));
  }

  static now() {
    return RealDate.now() + ahead;
  }
};
await import('../serveFresh.mjs');
