import Bottleneck from 'bottleneck/light.js';
import { clientLimits } from '#schemas/platform/limits.ts';

const { concurrentCalls, callsPerWindow, callWindowMs } = clientLimits;

/** Allows 5 concurrent calls and 8 in 2 seconds. */
export const createQueue = () =>
  new Bottleneck({
    maxConcurrent: concurrentCalls,
    reservoir: callsPerWindow,
    reservoirRefreshAmount: callsPerWindow,
    reservoirRefreshInterval: callWindowMs,
  });
