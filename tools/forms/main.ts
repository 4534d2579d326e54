// `npm run forms -- lint|test|write`: commands for authors of forms.
import { runForms } from './runForms.ts';

process.exitCode = runForms(process.argv.slice(2), process);
