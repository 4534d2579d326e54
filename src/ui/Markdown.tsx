import { css } from '@linaria/core';
import MarkdownToJsx from 'markdown-to-jsx';
import { Fragment, type AnchorHTMLAttributes } from 'react';
import { WrappedText } from './WrappedText.tsx';

const prose = css`
  display: grid;
  gap: var(--s-3);
  max-width: var(--measure);
  overflow-wrap: anywhere;
  hyphens: auto;
  a,
  code {
    hyphens: manual;
  }
  ul {
    list-style: disc;
    padding-left: 1.3em;
  }
  ol {
    list-style: decimal;
    padding-left: 1.5em;
  }
  h2,
  h3 {
    margin-top: var(--s-5);
    font-size: var(--text-lg);
  }
  > :first-child {
    margin-top: 0;
  }
`;

const safeAddress = /^(https?:\/\/|mailto:|tel:)/i;

/** A link with a safe address; other addresses become plain text. */
function SafeLink({ href = '', children }: AnchorHTMLAttributes<HTMLAnchorElement>) {
  return safeAddress.test(href) ? (
    <a href={href} target="_blank" rel="noopener noreferrer">
      {children}
    </a>
  ) : (
    <span>{children}</span>
  );
}

/** The characters of a task list, because a checkbox would look like a question. */
const TaskMark = ({ checked }: { checked?: boolean }) => (
  <WrappedText>{checked ? '[x]' : '[ ]'}</WrappedText>
);

const options = {
  disableParsingRawHTML: true,
  forceBlock: true,
  wrapper: Fragment, // our element wraps the blocks
  overrides: {
    a: SafeLink,
    img: () => null,
    input: TaskMark,
    h1: { component: 'h2' },
    iframe: () => null,
  },
} as const;

/**
 * Renders a subset of Markdown: no HTML, no images, no script URLs. The key mounts a changed text
 * again, because page translation would break the bare texts between its elements.
 */
export function Markdown({ text }: { text: string }) {
  return (
    <div key={text} className={prose}>
      <MarkdownToJsx options={options}>{text}</MarkdownToJsx>
    </div>
  );
}
