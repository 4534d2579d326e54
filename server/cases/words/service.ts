export * from './caseWords.ts';
export { findCompletions, findSpellings, type Spellings } from './spelling.ts';
