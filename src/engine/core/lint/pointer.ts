/** Appends parts to a JSON pointer. */
export const joinPointer = (pointer: string, ...parts: (string | number)[]): string =>
  [pointer, ...parts.map((part) => String(part).replaceAll('~', '~0').replaceAll('/', '~1'))].join(
    '/',
  );

/** Returns the pointers of everything that contains a part. */
export const listParentPointers = (pointer: string): string[] =>
  pointer
    .split('/')
    .slice(0, -1)
    .map((_, index, parts) => parts.slice(0, index + 1).join('/'));
