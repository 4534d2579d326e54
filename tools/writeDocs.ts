// `npm run docs`: writes the parts of documents that are generated from the code.
import { readFileSync, writeFileSync } from 'node:fs';
import { withGeneratedCalls } from './apiDocs.ts';

const file = 'docs/provider-api.md';
writeFileSync(file, withGeneratedCalls(readFileSync(file, 'utf8')));
