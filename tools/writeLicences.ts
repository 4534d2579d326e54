// `npm run licences`: writes THIRD_PARTY_LICENSES.md; exits with 1 for a licence that is not known.
import { writeFileSync } from 'node:fs';
import { listDependencies, readLock, listUnknownLicences, writePage } from './licences.ts';

const dependencies = listDependencies(readLock());
writeFileSync('THIRD_PARTY_LICENSES.md', writePage(dependencies));
const unknown = listUnknownLicences(dependencies);
for (const line of unknown) console.error(`Licence not known: ${line}`);
process.exitCode = unknown.length === 0 ? 0 : 1;
