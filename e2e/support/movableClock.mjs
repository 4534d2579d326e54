// Replaces Date in a test's server; messages of the parent process move it forward.
const RealDate = Date;
let ahead = 0;

/** @param {number} ms */
export const moveClock = (ms) => {
  ahead += ms;
};

globalThis.Date = class extends RealDate {
  /** @param {ConstructorParameters<typeof RealDate>} given */
  constructor(...given) {
    super(...(given.length === 0 ? [RealDate.now() + ahead] : given));
  }

  static now() {
    return RealDate.now() + ahead;
  }
};

process.on('message', (/** @type {{ forward?: number }} */ { forward }) => {
  if (forward === undefined) return;
  moveClock(forward);
  process.send?.({ forwarded: forward });
});
process.channel?.unref();
