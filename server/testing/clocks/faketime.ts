import { existsSync } from 'node:fs';

/** Path of libfaketime, if it is installed: by `apt-get install faketime`, or in FAKETIME_LIB. */
export const faketimeLibrary = [
  process.env['FAKETIME_LIB'],
  '/usr/lib/x86_64-linux-gnu/faketime/libfaketimeMT.so.1',
  '/usr/lib/aarch64-linux-gnu/faketime/libfaketimeMT.so.1',
].find((path) => path && existsSync(path));

export const howToInstall = 'apt-get install faketime, or its path in FAKETIME_LIB';
