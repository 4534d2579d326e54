import { css } from '@linaria/core';

export const drawing = css`
  width: 9rem;
  .shade {
    fill: var(--accent-tint-2);
  }
  .paper {
    fill: var(--raised);
    stroke: var(--text);
    stroke-width: 2;
    stroke-linejoin: round;
  }
  .solid {
    fill: var(--accent);
    stroke: var(--text);
    stroke-width: 2;
    stroke-linejoin: round;
  }
  .mark {
    fill: none;
    stroke: var(--accent-line);
    stroke-width: 3;
    stroke-linecap: round;
  }
  .line {
    fill: none;
    stroke: var(--text);
    stroke-width: 2.5;
    stroke-linecap: round;
    stroke-linejoin: round;
  }
  .beam {
    fill: var(--accent-tint-2);
  }
  .fold {
    fill: none;
    stroke: var(--on-accent);
    stroke-width: 2.5;
    stroke-linecap: round;
    opacity: 0.7;
  }
`;

const subjects = {
  letter: (
    <>
      <path className="paper" d="M62 34h96v96H62z" />
      <path className="mark" d="M76 54h40M76 72h68M76 86h68M76 100h44" />
      <path className="solid" d="M36 92 110 140l74-48v66a6 6 0 0 1-6 6H42a6 6 0 0 1-6-6Z" />
      <path className="fold" d="m42 160 48-34m88 34-48-34" />
    </>
  ),
  folder: (
    <>
      <path className="paper" d="M58 44h84l20 20v72H58z" />
      <path className="mark" d="M72 66h44M72 82h72M72 98h60" />
      <path className="solid" d="M38 84h48l12 14h84v62a6 6 0 0 1-6 6H44a6 6 0 0 1-6-6Z" />
      <path className="fold" d="M54 148h40" />
    </>
  ),
  phone: (
    <>
      <path
        className="paper"
        d="M82 20h56a12 12 0 0 1 12 12v140a12 12 0 0 1-12 12H82a12 12 0 0 1-12-12V32a12 12 0 0 1 12-12Z"
      />
      <path className="mark" d="M100 34h20M98 172h24M86 138h48M86 150h32" />
      <path
        className="solid"
        d="M46 66h128a7 7 0 0 1 7 7v38a7 7 0 0 1-7 7H70l-14 13v-13H46a7 7 0 0 1-7-7V73a7 7 0 0 1 7-7Z"
      />
      <path className="fold" d="M60 92h4M78 92h4M96 92h4M120 92h4M138 92h4M156 92h4" />
    </>
  ),
  key: (
    <>
      <circle className="solid" cx="82" cy="88" r="32" />
      <circle className="paper" cx="82" cy="88" r="12" />
      <path className="solid" d="m103 111 58 50v15h-20v-14h-14v-14h-12l-20-18Z" />
      <path className="mark" d="M146 64h24M152 80h24" />
    </>
  ),
};

/** Decoration: objects, never people, and no information of its own. */
export function Illustration({ subject }: { subject: keyof typeof subjects }) {
  return (
    <svg className={drawing} viewBox="0 0 220 200" aria-hidden>
      <circle cx="110" cy="104" r="86" className="shade" />
      {subjects[subject]}
    </svg>
  );
}
