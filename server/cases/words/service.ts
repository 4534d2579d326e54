export * from './words.ts';
export { findCompletions, findSpellings, type Spellings } from './spelling.ts';
