import { configure } from '@testing-library/react';
import '@testing-library/jest-dom/vitest';
import { cleanup } from '@testing-library/react';
import { afterEach } from 'vitest';

// The testing library does both by itself only where test functions are global.
Object.assign(globalThis, { IS_REACT_ACT_ENVIRONMENT: true });
afterEach(cleanup);

// Views load on first use; a busy machine may need its time.
configure({ asyncUtilTimeout: 10_000 });
