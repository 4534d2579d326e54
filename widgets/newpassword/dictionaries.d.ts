/** Single lists of words: the packages' own entry would bring 1.3 MB of Wikipedia and surnames too. */
declare module '@zxcvbn-ts/language-*.json.esm.js' {
  const words: string[];
  export { words as default };
}
