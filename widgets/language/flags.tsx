import { css } from '@linaria/core';
import type { ReactNode } from 'react';
import type { Language } from '#schemas/platform/common.ts';

const flag = css`
  flex: none;
  border-radius: 3px;
  margin-top: 0.1rem;
`;

const shared = {
  viewBox: '0 0 30 20',
  width: 30,
  height: 20,
  className: flag,
  'aria-hidden': true,
} as const;

/** A flag for each language, as decoration beside its name. */
export const flags: Record<Language, ReactNode> = {
  de: (
    <svg {...shared}>
      <path d="M0 0h30v20H0z" fill="#111" />
      <path d="M0 6.7h30V20H0z" fill="#d00" />
      <path d="M0 13.3h30V20H0z" fill="#ffce00" />
    </svg>
  ),
  en: (
    <svg {...shared}>
      <path d="M0 0h30v20H0z" fill="#012169" />
      <path d="m0 0 30 20M30 0 0 20" stroke="#fff" strokeWidth="4" />
      <path d="m0 0 30 20M30 0 0 20" stroke="#c8102e" strokeWidth="1.8" />
      <path d="M15 0v20M0 10h30" stroke="#fff" strokeWidth="6" />
      <path d="M15 0v20M0 10h30" stroke="#c8102e" strokeWidth="3.6" />
    </svg>
  ),
};
