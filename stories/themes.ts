/** A story once more in the dark theme, to look at: the contrast of every story is checked in both. */
export const inDark = <S extends { globals?: object }>(story: S) => ({
  ...story,
  globals: { ...story.globals, theme: 'dark' },
});

/** In English: texts are shorter there, and must be there. */
export const inEnglish = <S extends { globals?: object }>(story: S) => ({
  ...story,
  globals: { ...story.globals, language: 'en' },
});

/** In a window of this size; width and height in CSS pixels. */
export const inWindow = <S extends { globals?: object; parameters?: object }>(
  story: S,
  width: number,
  height: number,
) => ({
  ...story,
  globals: { ...story.globals, viewport: { value: 'window', isRotated: false } },
  parameters: {
    ...story.parameters,
    viewport: {
      options: {
        window: {
          name: 'Window',
          type: 'mobile' as const,
          styles: { width: `${width}px`, height: `${height}px` },
        },
      },
    },
  },
});

/** On a phone held upright. */
export const onPhone = <S extends { globals?: object; parameters?: object }>(story: S) =>
  inWindow(story, 390, 844);
