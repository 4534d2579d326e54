import { existsSync } from 'node:fs';

/** Path of libfaketime, if it is installed: by `apt-get install faketime`, or in FAKETIME_LIB. */
const faketimeLibrary = [
  process.env['FAKETIME_LIB'],
  '/usr/lib/x86_64-linux-gnu/faketime/libfaketimeMT.so.1',
  '/usr/lib/aarch64-linux-gnu/faketime/libfaketimeMT.so.1',
].find((path) => path && existsSync(path));

const clockVariables = [
  'LD_PRELOAD',
  'FAKETIME',
  'FAKETIME_DONT_FAKE_MONOTONIC',
  'TZ',
  'READY_CLOCK_SECONDS',
];

/**
 * Environment that gives a child process the clock of its test. Without a changed clock it is
 * empty, and the child has the clock and time zone of the machine.
 */
export const getClockEnvironment = (): Record<string, string> =>
  Object.fromEntries(
    clockVariables.flatMap((name) => {
      const value = process.env[name];
      return process.env['FAKETIME'] && value ? [[name, value]] : [];
    }),
  );

/** Returns the path of libfaketime. Throws an error that says how to install it. */
export function requireFaketime(): string {
  if (faketimeLibrary) return faketimeLibrary;
  throw new Error('libfaketime is missing: apt-get install faketime, or its path in FAKETIME_LIB');
}
