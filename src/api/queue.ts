import Bottleneck from 'bottleneck/light.js';
import { limits } from '#schemas/limits.ts';

const { concurrentCalls, callsPerWindow, callWindowMs } = limits.client;

/** 5 calls at once and 8 in 2 seconds (calls.md §7, General rules). */
export const createQueue = () =>
  new Bottleneck({
    maxConcurrent: concurrentCalls,
    reservoir: callsPerWindow,
    reservoirRefreshAmount: callsPerWindow,
    reservoirRefreshInterval: callWindowMs,
  });
