/** A pattern for `like … escape '!'`: anything in a text may be looked for, the signs of a pattern too. */
export const containing = (text: string): string => `%${text.replace(/[!%_]/g, '!$&')}%`;
