/** The part of subset-font that is used; the package has no types. */
declare module 'subset-font' {
  type Options = {
    targetFormat: 'truetype';
    keepAllGlyphs: true;
    variationAxes: Readonly<Record<string, number>>;
  };
  function subsetFont(font: Buffer, text: undefined, options: Options): Promise<Buffer>;
  export { subsetFont as default };
}
