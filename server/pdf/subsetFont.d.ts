/** The part of subset-font that is used; the package has no types. */
declare module 'subset-font' {
  type Options = {
    targetFormat: 'truetype' | 'woff2';
    /** Then no text is given. */
    keepAllGlyphs?: true;
    keepFeatures?: readonly string[];
    noHinting?: boolean;
    /** A number fixes an axis. */
    variationAxes?:
      Readonly<Record<string, number | Readonly<{ min: number; max: number }>>> | undefined;
  };
  function subsetFont(font: Buffer, text: string | undefined, options: Options): Promise<Buffer>;
  export { subsetFont as default };
}
