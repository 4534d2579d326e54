/** The part of linebreak that is used; the package has no types. */
declare module 'linebreak' {
  class LineBreaker {
    constructor(text: string);
    nextBreak(): { position: number; required: boolean } | null;
  }
  export { LineBreaker as default };
}
