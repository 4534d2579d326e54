import { css } from '@linaria/core';
import MarkdownToJsx from 'markdown-to-jsx';
import { Fragment, type AnchorHTMLAttributes } from 'react';

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

/** A link that leads where it says; any other address stays plain text. */
function SafeLink({ href = '', children }: AnchorHTMLAttributes<HTMLAnchorElement>) {
  return safeAddress.test(href) ? (
    <a href={href} target="_blank" rel="noopener noreferrer">
      {children}
    </a>
  ) : (
    <span>{children}</span>
  );
}

const options = {
  disableParsingRawHTML: true,
  forceBlock: true,
  wrapper: Fragment, // the blocks stand in our element, which keeps them apart
  overrides: { a: SafeLink, img: () => null, h1: { component: 'h2' }, iframe: () => null },
} as const;

/** A provider's text in a small subset of Markdown: no HTML, no pictures, no script addresses. */
export function Markdown({ text }: { text: string }) {
  return (
    <div className={prose}>
      <MarkdownToJsx options={options}>{text}</MarkdownToJsx>
    </div>
  );
}
