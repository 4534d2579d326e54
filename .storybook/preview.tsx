import '#src/ui/base.css';
import type { Preview } from '@storybook/react-vite';
import axe from 'axe-core';
import { useEffect } from 'react';
import { configure } from 'storybook/test';
import type { Language } from '#schemas/platform/common.ts';
import { clientLimits } from '#schemas/platform/limits.ts';
import { deleteQueueAndDrafts } from '#src/device/indexedDb/messageQueue.ts';
import { TestIntl } from '#src/engine/testing/TestForm.tsx';

// All stories share one page, so the rate limit is higher. Some stories show a failed call: their
// retries are faster.
Object.assign(clientLimits, { callsPerWindow: 1_000, retryNotReadyDelayMs: 100 });

// Views load lazily, which takes seconds on a busy machine. Storybook itself sets no slowness.
const slowness = Number(import.meta.env['TEST_SLOWNESS'] ?? 1);
configure({ asyncUtilTimeout: 20_000 * slowness });

/** Checks the contrast in the theme that the story does not use. */
async function expectContrastInOtherTheme(root: HTMLElement): Promise<void> {
  const { theme } = root.dataset;
  root.dataset['theme'] = theme === 'dark' ? 'light' : 'dark';
  for (const animation of document.getAnimations())
    if (animation instanceof CSSTransition) animation.finish();
  const { violations } = await axe.run(document.body, { runOnly: ['color-contrast'] });
  root.dataset['theme'] = theme;
  const found = violations.flatMap(({ nodes }) =>
    nodes.map(({ failureSummary, html }) => `${failureSummary} ${html}`),
  );
  if (found.length > 0) throw new Error(`In the other theme: ${found.join('\n')}`);
}

const preview: Preview = {
  globalTypes: {
    language: { toolbar: { title: 'Language', items: ['de', 'en'] } },
    theme: { toolbar: { title: 'Theme', items: ['light', 'dark'] } },
  },
  initialGlobals: { language: 'de', theme: 'light' },
  decorators: [
    (Story, { globals, parameters }) => {
      const theme = String(globals['theme']);
      useEffect(() => {
        document.documentElement.dataset['theme'] = theme;
      }, [theme]);
      document.documentElement.dataset['theme'] = theme;
      return (
        <TestIntl language={globals['language'] as Language}>
          {parameters['isPage'] ? (
            <Story />
          ) : (
            <main>
              <Story />
            </main>
          )}
        </TestIntl>
      );
    },
  ],
  // Clears the message queue, because all stories share one origin.
  beforeEach: () => deleteQueueAndDrafts('u1'),
  afterEach: ({ viewMode }) =>
    viewMode === 'story' ? expectContrastInOtherTheme(document.documentElement) : undefined,
  parameters: { a11y: { test: 'error' }, layout: 'padded' },
};

export default preview;
