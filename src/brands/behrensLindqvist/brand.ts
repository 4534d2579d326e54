import './faces.css';
import type { Brand } from '../brand.ts';
import logo from './logo.svg';
import { installed } from './logo.svg?installed';

/** A law firm with the typeface of its letterhead; its clients start at their cases. */
export const brand: Brand = {
  colors: { primaryColor: '#14505c', secondaryColor: '#c08a3e' },
  fonts: { serif: '"Letterhead Serif", Georgia, serif' },
  logo,
  installed,
  footerLinks: [
    {
      label: { de: 'So erreichen Sie uns', en: 'How to reach us' },
      url: 'https://behrens-lindqvist.example/kontakt',
    },
  ],
  redirects: { base: '/proudly-presents/behrens-lindqvist', dashboard: '/akten' },
  texts: { de: () => import('./locales/de.json'), en: () => import('./locales/en.json') },
};
