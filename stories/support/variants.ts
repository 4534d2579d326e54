/** The story in the dark theme. The contrast of every story is checked in both themes. */
export const inDark = <S extends { globals?: object }>(story: S) => ({
  ...story,
  globals: { ...story.globals, theme: 'dark' },
});

/** The story in English. */
export const inEnglish = <S extends { globals?: object }>(story: S) => ({
  ...story,
  globals: { ...story.globals, language: 'en' },
});

/** The story in a window; width and height in CSS pixels. */
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

/** The story on an upright phone. */
export const onPhone = <S extends { globals?: object; parameters?: object }>(story: S) =>
  inWindow(story, 390, 844);
