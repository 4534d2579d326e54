import { afterEach } from 'vitest';
import { scaleTimeout } from './testing/timeouts.ts';

// Only where there is a DOM, because the testing library is slow to load.
if (typeof document !== 'undefined') {
  const { cleanup, configure } = await import('@testing-library/react');
  await import('@testing-library/jest-dom/vitest');
  // The testing library does both by itself only where test functions are global.
  Object.assign(globalThis, { IS_REACT_ACT_ENVIRONMENT: true });
  afterEach(() => {
    cleanup();
    document.body.replaceChildren(); // files share the document
  });
  // Views load on first use, which takes time on a busy machine.
  configure({ asyncUtilTimeout: scaleTimeout(10_000) });
}
