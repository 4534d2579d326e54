/** Escapes the wildcards of LIKE, for `like … escape '!'`. */
const escapeLike = (text: string): string => text.replace(/[!%_]/g, '!$&');

export const buildContainsPattern = (text: string): string => `%${escapeLike(text)}%`;
export const buildPrefixPattern = (text: string): string => `${escapeLike(text)}%`;
