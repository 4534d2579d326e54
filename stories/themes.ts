/** A story once more in the dark theme: contrast is checked in both. */
export const inDark = <S extends object>(story: S): S & { globals: { theme: 'dark' } } => ({ ...story, globals: { theme: 'dark' } });
