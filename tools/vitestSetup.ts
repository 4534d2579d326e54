import { configure } from '@testing-library/react';
import '@testing-library/jest-dom/vitest';
import { cleanup } from '@testing-library/react';
import { afterEach } from 'vitest';

afterEach(cleanup);

// Views load on first use; a busy machine may need its time.
configure({ asyncUtilTimeout: 10_000 });
