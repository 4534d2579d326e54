/** Patterns for `like … escape '!'`: anything in a text may be looked for, the signs of a pattern too. */
const literal = (text: string): string => text.replace(/[!%_]/g, '!$&');

export const containing = (text: string): string => `%${literal(text)}%`;
export const beginningWith = (text: string): string => `${literal(text)}%`;
