import type { ESLint } from 'eslint';

export declare const fieldWords: ESLint.Plugin;
