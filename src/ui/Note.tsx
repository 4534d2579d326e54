import { css, cx } from '@linaria/core';
import type { ReactNode } from 'react';
import { Info, Warning, WarningCircle } from './icons.ts';
import type { Icon } from './makeIcon.ts';

const note = css`
  display: flex;
  gap: var(--s-3);
  padding: var(--s-4);
  border-radius: var(--r-md);
  background: var(--sunken);
  border: 1px solid var(--border);
  font-size: var(--text-sm);
  > svg {
    margin-top: 0.12em;
    color: var(--accent-text);
  }
  > div {
    flex: 1;
    min-width: 0;
    text-wrap: pretty;
  }
  button:not(dialog *) {
    margin-left: -0.75rem;
    text-align: left;
  } /* its words stand under the text */
  > div > button:last-child {
    margin-bottom: calc(-1 * var(--s-2));
  }
`;

const tones = {
  plain: '',
  accent: css`
    background: var(--accent-tint);
    border-color: var(--accent-line);
  `,
  warning: css`
    background: var(--warn-tint);
    border-color: var(--warn-line);
    > svg {
      color: var(--warn-text);
    }
  `,
  danger: css`
    background: var(--danger-tint);
    border-color: var(--danger-line);
    > svg {
      color: var(--danger-text);
    }
  `,
};

const icons = { plain: Info, accent: Info, warning: Warning, danger: WarningCircle };

/** A callout beside the text it belongs to. */
export function Note({
  tone = 'plain',
  icon: Icon = icons[tone],
  children,
  id,
  role,
}: {
  tone?: keyof typeof tones;
  icon?: Icon;
  children: ReactNode;
  id?: string;
  role?: 'status' | 'alert';
}) {
  return (
    <div id={id} className={cx(note, tones[tone])} role={role}>
      <Icon size={20} aria-hidden />
      <div>{children}</div>
    </div>
  );
}
