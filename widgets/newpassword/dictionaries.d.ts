/** Single dictionaries: the package's entry would add 1.3 MB of Wikipedia words and surnames. */
declare module '@zxcvbn-ts/language-*.json.esm.js' {
  const words: string[];
  export { words as default };
}
