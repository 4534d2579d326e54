import type { ReactNode } from 'react';
import { prerender } from 'react-dom/static';

/** A part is one file, which a busy server may read slowly. */
const maxMs = 10_000;

/** Renders a tree with all its lazy parts, and rejects if one of them fails or does not load. */
export async function renderWhole(tree: ReactNode, timeoutMs = maxMs): Promise<string> {
  const errors: unknown[] = [];
  const { prelude, postponed } = await prerender(tree, {
    progressiveChunkSize: Infinity, // larger parts would be moved by inline scripts
    signal: AbortSignal.timeout(timeoutMs),
    onError: (error) => void errors.push(error),
  });
  const html = await new Response(prelude).text();
  if (errors.length > 0) throw errors[0];
  if (postponed !== null) throw new Error('A part of the page did not load');
  return html;
}
