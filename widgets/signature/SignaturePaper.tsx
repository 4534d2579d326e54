import { styled } from '@linaria/react';
import type { ReactNode } from 'react';
import { ink, splitLines, nameBaseline, nameFont, computeNameSize } from './ink.ts';
import { canvasSize, type SignatureContent } from './signatureAnswer.ts';

const Paper = styled.div`
  position: relative;
  overflow: hidden;
  aspect-ratio: 8 / 3;
  color-scheme: light;
  color: var(--text);
  border: 1px solid var(--border-strong);
  border-radius: var(--r-md);
  background: #fff;
  &[data-active] {
    border-color: var(--accent-edge);
    box-shadow: 0 0 0 1px var(--accent-edge);
  }
  &[data-invalid] {
    border-color: var(--danger);
    box-shadow: inset 0 0 0 1px var(--danger);
  }
  &::before {
    content: '';
    position: absolute;
    inset: auto 5% 20% 5%;
    border-bottom: 1px solid var(--border-strong);
  }
  &::after {
    content: '×';
    position: absolute;
    left: 5%;
    bottom: 20%;
    color: var(--muted);
    line-height: 1.3;
  }
  > svg {
    position: absolute;
    inset: 0;
    z-index: 1;
    width: 100%;
    height: 100%;
  }
  > p {
    position: absolute;
    inset: auto 5% 0 5%;
    display: grid;
    grid-template-columns: 1fr auto;
    align-items: center;
    height: 20%;
    color: var(--muted);
    font-size: var(--text-xs);
    line-height: 1.2;
  }
  > canvas {
    position: absolute;
    inset: 0;
    z-index: 2;
    width: 100%;
    height: 100%;
    cursor: crosshair;
  }
`;

function Ink({ content }: { content: SignatureContent }) {
  switch (content.method) {
    case 'drawn':
      return (
        <g fill="none" stroke={ink} strokeLinecap="round" strokeLinejoin="round">
          {content.strokes.flatMap(splitLines).map(({ path, width }, index) => (
            <path key={index} d={path} strokeWidth={width} />
          ))}
        </g>
      );
    case 'typed':
      return (
        <text
          x={canvasSize.width / 2}
          y={nameBaseline}
          textAnchor="middle"
          fontFamily={nameFont}
          fontStyle="italic"
          fontSize={computeNameSize(content.name)}
          fill={ink}
        >
          {content.name}
        </text>
      );
    case 'uploaded':
      return <image width={canvasSize.width} height={canvasSize.height} href={content.png} />;
  }
}

type SheetProps = {
  content: SignatureContent | undefined;
  label: string;
  caption: ReactNode;
  isActive?: boolean;
  isInvalid?: boolean;
  children?: ReactNode;
};

/** White paper with a signature line in every theme; its content scales with the size. */
export function SignaturePaper({
  content,
  label,
  caption,
  isActive,
  isInvalid,
  children,
}: SheetProps) {
  return (
    <Paper data-active={isActive || undefined} data-invalid={isInvalid || undefined}>
      <svg viewBox={`0 0 ${canvasSize.width} ${canvasSize.height}`} role="img" aria-label={label}>
        {content && <Ink content={content} />}
      </svg>
      <p>{caption}</p>
      {children}
    </Paper>
  );
}
