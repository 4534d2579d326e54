// `npm run evidence:verify -- FILE...`: verifies exported evidence offline.
import { runVerify } from './runVerify.ts';

process.exitCode = runVerify(process.argv.slice(2), process);
