import { css } from '@linaria/core';

const drawing = css`
  width: 100%;
  max-width: 28rem;
  height: auto;
  justify-self: center;
  .line {
    fill: none;
    stroke: var(--text);
    stroke-width: 2;
    stroke-linecap: round;
    stroke-linejoin: round;
  }
  .paper {
    fill: var(--raised);
    stroke: var(--text);
    stroke-width: 2;
    stroke-linejoin: round;
  }
  .back {
    fill: var(--accent-tint-2);
    stroke: var(--text);
    stroke-width: 2;
    stroke-linejoin: round;
  }
  .front {
    fill: var(--accent);
    stroke: var(--text);
    stroke-width: 2;
    stroke-linejoin: round;
  }
  .shade {
    fill: var(--accent-tint-2);
  }
  .seal {
    fill: var(--accent);
  }
  .words {
    fill: none;
    stroke: var(--accent-line);
    stroke-width: 3;
    stroke-linecap: round;
  }
  .onAccent {
    fill: none;
    stroke: var(--on-accent);
    stroke-width: 2.5;
    stroke-linecap: round;
    stroke-linejoin: round;
  }
  .leaf {
    fill: var(--accent-line);
  }
  @media print {
    display: none;
  }
`;

/** Illustration of a file. Decorative. */
export function FileDrawing() {
  return (
    <svg className={drawing} viewBox="0 0 460 380" aria-hidden>
      <ellipse className="shade" cx="236" cy="340" rx="190" ry="16" />
      <path
        className="back"
        d="M96 118h92l16 20h160a8 8 0 0 1 8 8v178a8 8 0 0 1-8 8H96a8 8 0 0 1-8-8V126a8 8 0 0 1 8-8Z"
      />
      <g transform="rotate(-4 250 160)">
        <path className="paper" d="M142 38h206v230H142z" />
        <path
          className="words"
          d="M166 66h62M166 78h40M166 120h126M166 148h158M166 166h150M166 184h158M166 202h96"
        />
        <circle className="seal" cx="312" cy="76" r="19" />
        <path className="onAccent" d="m303 76 6.500 7 12-14" />
      </g>
      <path
        className="front"
        d="M74 176h84l16 18h212a8 8 0 0 1 8 9l-14 121a9 9 0 0 1-9 8H92a9 9 0 0 1-9-8L66 185a8 8 0 0 1 8-9Z"
      />
      <path className="onAccent" d="M118 232h92M118 252h56" opacity=".75" />
      <path className="paper" d="M372 150h30a6 6 0 0 1 6 6v22h-36" />
      <path
        className="line"
        d="M382 162h14M40 330c-4-36 4-66 20-86M40 330c0-26-10-44-24-54M40 330c6-20 20-34 34-38"
      />
      <path
        className="leaf"
        d="M60 244c10 6 10 22-6 32-8-14-6-26 6-32ZM16 276c12-2 22 8 18 26-14-4-20-14-18-26Z"
      />
    </svg>
  );
}
