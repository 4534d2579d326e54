import { styled } from '@linaria/react';
import type { MarkedText } from '#schemas/search.ts';

const Text = styled.span`
  mark {
    border-radius: 2px;
    background: var(--accent-tint-2);
    color: inherit;
    font-weight: var(--fw-strong);
    box-shadow: 0 1px 0 var(--accent-edge);
  }
`;

/** A text with what was looked for marked in it. */
export function Marked({ pieces }: { pieces: MarkedText }) {
  return (
    <Text>
      {pieces.map(({ text, isHit }, index) => (isHit ? <mark key={index}>{text}</mark> : text))}
    </Text>
  );
}
