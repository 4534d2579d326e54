// Sets the server's clock before the demo data is made, so that every run shows the same dates.
import { moveClock } from '../support/movableClock.mjs';

moveClock(Date.parse('2026-11-20T10:00:00+01:00') - Date.now());
await import('../support/serveFresh.mjs');
