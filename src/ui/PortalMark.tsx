import { styled } from '@linaria/react';
import { use } from 'react';
import { MarkContext } from './markContext.ts';

const Row = styled.span`
  display: inline-flex;
  align-items: center;
  gap: 0.7rem;
  min-width: 0;
  color: var(--text);
  > span {
    display: grid;
    place-items: center;
    width: 2.75rem;
    height: 2.75rem;
    flex: none;
    border-radius: var(--r-sm);
    background: var(--accent);
    color: var(--on-accent);
    box-shadow: inset 0 0 0 1px var(--accent-edge);
  }
  b {
    font: 500 1.1875rem/1.1 var(--font-serif);
    letter-spacing: -0.01em;
    min-width: 0;
    overflow-wrap: anywhere;
  }
`;

/** The portal's logo: a folder with a page in it. */
export const MarkDrawing = ({
  side = 44,
  strokeWidth = 2.2,
}: {
  side?: number;
  strokeWidth?: number;
}) => (
  <svg
    viewBox="0 0 44 44"
    width={side}
    height={side}
    fill="none"
    stroke="currentColor"
    strokeWidth={strokeWidth}
    strokeLinejoin="round"
    strokeLinecap="round"
    aria-hidden
  >
    <path
      d={
        'M11 31.5V15.5a2 2 0 0 1 2-2h6l2.5 3H31a2 2 0 0 1 2 2v13a2 2 0 0 1-2 2H13a2 2 0 0 1-2-2Z' +
        'M17 24h10M17 28h6'
      }
    />
  </svg>
);

/** The logo of the portal, or of the customer whose portal it is. */
export function PortalMark({ name }: { name?: string }) {
  const picture = use(MarkContext);
  return (
    <Row>
      {picture ? (
        <img src={picture} alt="" width={44} height={44} />
      ) : (
        <span>
          <MarkDrawing />
        </span>
      )}
      {name && <b>{name}</b>}
    </Row>
  );
}
