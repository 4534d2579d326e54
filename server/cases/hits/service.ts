export * from './hits.ts';
export { findCompletions, findSpellings, type Spellings } from './spelling.ts';
