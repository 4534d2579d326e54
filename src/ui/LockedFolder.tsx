import { drawing } from './Illustration.tsx';

/**
 * A folder with a key, for pages that need an access. A file of its own, because few pages show it.
 */
export function LockedFolder() {
  return (
    <svg className={drawing} viewBox="0 0 220 200" aria-hidden>
      <circle cx="110" cy="104" r="86" className="shade" />
      <path
        className="paper"
        d="M50 56h42l9 11h66a5 5 0 0 1 5 5v72a5 5 0 0 1-5 5H50a5 5 0 0 1-5-5V61a5 5 0 0 1 5-5Z"
      />
      <path className="solid" d="M45 84h127v60a5 5 0 0 1-5 5H50a5 5 0 0 1-5-5Z" />
      <circle className="paper" cx="108" cy="110" r="9" />
      <path className="paper" d="m104 116-3 19h14l-3-19Z" />
      <path
        className="paper"
        d="M156 168a16 16 0 1 1 14-22h32v11h-8v8h-9v-8h-15a16 16 0 0 1-14 11Z"
      />
      <circle className="solid" cx="155" cy="152" r="4" />
    </svg>
  );
}
