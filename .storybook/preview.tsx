import '#src/ui/base.css';
import type { Preview } from '@storybook/react-vite';
import { useEffect } from 'react';
import { configure } from 'storybook/test';
import type { Language } from '#schemas/common.ts';
import { limits } from '#schemas/limits.ts';
import { TestIntl } from '#src/engine/testing/TestForm.tsx';

// Stories share one page: each would wait for the calls of those before it.
Object.assign(limits.client, { callsPerWindow: 1_000 });

// Views load on first use; a busy machine may need its time.
configure({ asyncUtilTimeout: 10_000 });

const preview: Preview = {
  globalTypes: {
    language: { toolbar: { title: 'Language', items: ['de', 'en'] } },
    theme: { toolbar: { title: 'Theme', items: ['light', 'dark'] } },
  },
  initialGlobals: { language: 'de', theme: 'light' },
  decorators: [
    (Story, { globals, parameters }) => {
      const theme = String(globals['theme']);
      useEffect(() => { document.documentElement.dataset['theme'] = theme; }, [theme]);
      document.documentElement.dataset['theme'] = theme;
      return <TestIntl language={globals['language'] as Language}>{parameters['isPage'] ? <Story /> : <main><Story /></main>}</TestIntl>;
    },
  ],
  parameters: { a11y: { test: 'error' }, layout: 'padded' },
};

export default preview;
