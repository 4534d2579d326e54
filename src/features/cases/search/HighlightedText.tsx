import { styled } from '@linaria/react';
import type { MarkedText } from '#schemas/cases/search.ts';
import { WrappedText } from '#src/ui/WrappedText.tsx';

const Text = styled.span`
  mark {
    border-radius: 2px;
    background: var(--accent-tint-2);
    color: inherit;
    font-weight: var(--fw-strong);
    box-shadow: 0 1px 0 var(--accent-edge);
  }
`;

/** Highlights the search hits in a text. */
export function HighlightedText({ pieces }: { pieces: MarkedText }) {
  return (
    <Text>
      {pieces.map(({ text, isHit }, index) =>
        isHit ? <mark key={index}>{text}</mark> : <WrappedText key={index}>{text}</WrappedText>,
      )}
    </Text>
  );
}
