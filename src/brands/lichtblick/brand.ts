import textFace from '@fontsource-variable/figtree/files/figtree-latin-wght-normal.woff2';
import './faces.css';
import type { Brand } from '../brand.ts';
import logo from './logo.svg';
import { installed } from './logo.svg?installed';

/** A coaching brand: one friendly typeface, and no words of an office. */
export const brand: Brand = {
  colors: { primaryColor: '#f2b705', secondaryColor: '#2c3f7d' },
  fonts: {
    serif: '"Figtree Variable", system-ui, sans-serif',
    sans: '"Figtree Variable", system-ui, sans-serif',
  },
  textFace,
  logo,
  installed,
  footerLinks: [
    {
      label: { de: 'So erreichen Sie uns', en: 'How to reach us' },
      url: 'https://lichtblick.example/kontakt',
    },
  ],
  redirects: { base: '/login' },
  texts: { de: () => import('./locales/de.json'), en: () => import('./locales/en.json') },
};
