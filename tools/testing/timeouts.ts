/** `npm test` doubles all timeouts when it runs failed tests a second time. */
const slowness = Number(process.env['TEST_SLOWNESS'] ?? 1);

/** Returns the timeout of a suite, or of a test that needs a longer one than its suite. */
export const scaleTimeout = (ms: number): number => ms * slowness;
