// `npm start`: from a fresh clone to a running demo.
// `npm run serve`: the same server in production mode.
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { build, checkNode, install, root, stopWithParent } from './preconditions.mjs';

if (process.env.npm_lifecycle_event) stopWithParent();
checkNode();
install();
build();
process.env.FORMAKTE_MODE = process.argv.includes('--production') ? 'production' : 'demo';
await import(pathToFileURL(join(root, 'dist', 'server', 'main.js')).href);
