/** The JSON pointer of a part. */
export const below = (pointer: string, ...parts: (string | number)[]): string =>
  [pointer, ...parts.map((part) => String(part).replaceAll('~', '~0').replaceAll('/', '~1'))].join('/');
