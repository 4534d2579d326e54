/** The JSON pointer of a part. */
export const below = (pointer: string, ...parts: (string | number)[]): string =>
  [pointer, ...parts.map((part) => String(part).replaceAll('~', '~0').replaceAll('/', '~1'))].join(
    '/',
  );

/** The pointers of everything that a part is in. */
export const above = (pointer: string): string[] =>
  pointer
    .split('/')
    .slice(0, -1)
    .map((_, index, parts) => parts.slice(0, index + 1).join('/'));
