export * from './words.ts';
export { findSpellings, type Spellings } from './spelling.ts';
