import { drawing } from '#src/ui/Illustration.tsx';

/** Illustration of a desk with a folder and a lamp. Decorative. */
export function Desk() {
  return (
    <svg className={drawing} viewBox="0 0 320 230" aria-hidden>
      <path className="beam" d="m232 86 34 22-66 96H96Z" />
      <path className="line" d="M12 204h296" />
      <path className="solid" d="M40 150h60l8 10h72a5 5 0 0 1 5 5v39H35v-49a5 5 0 0 1 5-5Z" />
      <path className="paper" d="M52 110h104v40H52z" />
      <path className="mark" d="M64 124h44M64 136h70" />
      <path className="solid" d="M35 152h150v52H35z" />
      <path className="fold" d="M54 172h46" />
      <path className="line" d="M258 204v-12M236 204h44M258 192 240 118l38-42" />
      <path className="paper" d="m262 60 36 30-22 16-32-24Z" />
      <circle className="solid" cx="240" cy="118" r="4" />
      <path className="paper" d="M206 180h22v24h-22z" />
      <path
        className="line"
        d="M211 180c-2-16-8-22-8-30M217 180c0-14 4-24 4-34M223 180c2-10 6-14 10-18"
      />
    </svg>
  );
}
