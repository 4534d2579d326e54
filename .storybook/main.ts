import { fileURLToPath } from 'node:url';
import type { StorybookConfig } from '@storybook/react-vite';
import { mergeConfig } from 'vite';

const config: StorybookConfig = {
  stories: ['../stories/**/*.stories.tsx'],
  addons: ['@storybook/addon-docs', '@storybook/addon-a11y', '@storybook/addon-vitest'],
  framework: { name: '@storybook/react-vite', options: {} },
  core: { disableTelemetry: true, disableWhatsNewNotifications: true },
  // Replaces the loader of a form's validators, because stories have no server.
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
  // Off, because its output makes linaria execute components and their imports at build time.
  typescript: { reactDocgen: false },
};

export default config;
