// `npm run forms -- lint|test|write`: what authors of forms run, on their desk and in their checks.
import { runForms } from './runForms.ts';

process.exitCode = runForms(process.argv.slice(2), process);
