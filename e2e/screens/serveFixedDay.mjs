// The server's clock, set to one day before the demo world is made: what it shows of dates is the same in every run.
import { moveClock } from '../movableClock.mjs';

moveClock(Date.parse('2026-11-20T10:00:00+01:00') - Date.now());
await import('../serveFresh.mjs');
