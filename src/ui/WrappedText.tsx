import type { ReactNode } from 'react';

/** Returns the texts among several parts. They are the key, so that changed texts mount again. */
const joinTexts = (children: ReactNode): string | undefined =>
  Array.isArray(children)
    ? children.map((part: ReactNode) => (typeof part === 'object' ? '' : String(part))).join('\n')
    : undefined;

type WrappedTextProps = {
  /** The language of the text, if it differs from the page. */
  lang?: string | undefined;
  children?: ReactNode;
};

/**
 * A text in an element of its own. Page translation moves text nodes into other elements. React then
 * fails to remove a text node, or to insert an element before it.
 */
export const WrappedText = ({ lang, children }: WrappedTextProps) => (
  <bdi key={joinTexts(children)} lang={lang}>
    {children}
  </bdi>
);

/** Wraps a text; returns anything else as it is. */
export const wrapText = (content: ReactNode): ReactNode =>
  typeof content === 'string' || typeof content === 'number' ? (
    <WrappedText>{content}</WrappedText>
  ) : (
    content
  );
