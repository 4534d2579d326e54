import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import type { VirusScan } from '#server/ports/virusScan.ts';

/** Returns the bytes that a scan lets through. */
export const pass = (scan: VirusScan, ...chunks: Buffer[]): Promise<Buffer> =>
  buffer(Readable.from(chunks).pipe(scan.scanning()));

/** Returns the error with which a scan refuses the bytes. */
export const refusal = (scan: VirusScan, ...chunks: Buffer[]): Promise<unknown> =>
  new Promise((resolve, reject) => {
    Readable.from(chunks)
      .pipe(scan.scanning())
      .on('error', resolve)
      .on('end', () => reject(new Error('It was let through')))
      .resume();
  });
