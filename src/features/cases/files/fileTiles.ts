import { styled } from '@linaria/react';

/** Grid of thumbnails. */
export const Tiles = styled.ul`
  display: grid;
  grid-template-columns: repeat(auto-fill, minmax(5rem, 1fr));
  gap: 0.5rem;
  &[data-newest] {
    grid-template-columns: repeat(3, minmax(0, 1fr));
  }
  a {
    display: block;
    min-width: 0;
    color: var(--text);
    font-size: var(--text-xs);
    line-height: 1.3;
    text-decoration: none;
  }
  a > [data-type] {
    aspect-ratio: 4 / 5;
    margin-bottom: 0.25rem;
    border: 1px solid var(--border);
    border-radius: 4px;
    background: var(--raised);
    color: var(--muted);
    font-size: var(--text-xs);
  }
  a:hover > [data-type] {
    border-color: var(--accent-edge);
  }
  a > :last-child {
    overflow-wrap: anywhere;
  }
  a:hover > :last-child {
    text-decoration: underline;
  }
`;
