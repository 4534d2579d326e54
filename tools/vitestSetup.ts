import { afterEach } from 'vitest';

// Where there is a page: the testing library takes a while to load.
if (typeof document !== 'undefined') {
  const { cleanup, configure } = await import('@testing-library/react');
  await import('@testing-library/jest-dom/vitest');
  // It does both by itself only where test functions are global.
  Object.assign(globalThis, { IS_REACT_ACT_ENVIRONMENT: true });
  afterEach(cleanup);
  // Views load on first use; a busy machine may need its time.
  configure({ asyncUtilTimeout: 10_000 });
}
