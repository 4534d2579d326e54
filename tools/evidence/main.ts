// `npm run evidence:verify -- FILE...`: checks exported evidence on this machine alone.
import { runVerify } from './runVerify.ts';

process.exitCode = runVerify(process.argv.slice(2), process);
