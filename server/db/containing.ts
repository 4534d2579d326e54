/** Escapes the wildcards of LIKE, for `like … escape '!'`. */
const escapeLike = (text: string): string => text.replace(/[!%_]/g, '!$&');

export const containing = (text: string): string => `%${escapeLike(text)}%`;
export const beginningWith = (text: string): string => `${escapeLike(text)}%`;
