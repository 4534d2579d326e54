/** A story once more in the dark theme, to look at: the contrast of every story is checked in both. */
export const inDark = <S extends object>(story: S): S & { globals: { theme: 'dark' } } => ({ ...story, globals: { theme: 'dark' } });

/** In English: texts are shorter there, and must be there. */
export const inEnglish = <S extends object>(story: S): S & { globals: { language: 'en' } } => ({ ...story, globals: { language: 'en' } });

/** On a phone held upright. */
export const onPhone = <S extends { parameters?: object }>(story: S) => ({
  ...story,
  globals: { viewport: { value: 'phone', isRotated: false } },
  parameters: { ...story.parameters, viewport: { options: { phone: { name: 'Phone', type: 'mobile' as const, styles: { width: '390px', height: '844px' } } } } },
});
