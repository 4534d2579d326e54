import { fileURLToPath } from 'node:url';
import type { StorybookConfig } from '@storybook/react-vite';
import { mergeConfig } from 'vite';

const config: StorybookConfig = {
  stories: ['../stories/**/*.stories.tsx'],
  addons: ['@storybook/addon-docs', '@storybook/addon-a11y', '@storybook/addon-vitest'],
  framework: { name: '@storybook/react-vite', options: {} },
  core: { disableTelemetry: true, disableWhatsNewNotifications: true },
  // Stories have no server, and a form's validators come from one as a module.
  viteFinal: (vite) =>
    mergeConfig(vite, {
      resolve: {
        alias: [
          {
            find: /^.*\/loadValidators\.ts$/,
            replacement: fileURLToPath(
              new URL('../stories/support/mockValidators.ts', import.meta.url),
            ),
          },
        ],
      },
    }),
  // what it writes into a file makes linaria run components, and what they import
  typescript: { reactDocgen: false },
};

export default config;
