import { css } from '@linaria/core';
import { useEffectEvent, useId, useLayoutEffect, useRef, type ReactNode } from 'react';
import { IconButton } from './Button.tsx';
import { X } from './icons.ts';

const panel = css`
  position: fixed;
  inset: 0 0 var(--consent-height, 0px) auto;
  z-index: var(--z-sidebar);
  width: min(100%, 24rem);
  overflow: auto;
  overscroll-behavior: contain;
  background: var(--raised);
  border-left: 1px solid var(--border);
  box-shadow: var(--shadow-3);
  &:focus {
    outline: none;
  }
  > header {
    position: sticky;
    top: 0;
    z-index: 1;
    display: flex;
    gap: var(--s-2);
    justify-content: space-between;
    align-items: center;
    padding: var(--s-2) var(--s-2) var(--s-2) var(--s-5);
    background: inherit;
    border-bottom: 1px solid var(--border);
  }
  > header > h2 {
    font: var(--fw-strong) var(--text-md)/1.3 var(--font-sans);
    letter-spacing: 0;
  }
  > div {
    padding: var(--s-5);
  }
  @media (max-width: 767px) {
    width: 100%;
    border-left: 0;
  }
  @media print {
    display: none;
  }
`;

/**
 * A panel over the right of a page. Takes the focus and restores it; Escape closes it, unless a
 * dialog is open.
 */
export function SidePanel({
  title,
  closeLabel,
  onClose,
  children,
}: {
  title: string;
  closeLabel: string;
  onClose: () => void;
  children: ReactNode;
}) {
  const ref = useRef<HTMLElement>(null);
  const titleId = useId();
  const handleClose = useEffectEvent(onClose);
  // The cleanup of a layout effect runs before the element is removed: only then is its focus
  // known.
  useLayoutEffect(() => {
    const element = ref.current;
    const before = document.activeElement;
    element?.focus({ preventScroll: true });
    const handleKey = (event: KeyboardEvent) => {
      if (event.key === 'Escape' && !document.querySelector('dialog[open]')) handleClose();
    };
    addEventListener('keydown', handleKey);
    return () => {
      removeEventListener('keydown', handleKey);
      if (element?.contains(document.activeElement) && before instanceof HTMLElement)
        before.focus({ preventScroll: true });
    };
  }, []);

  return (
    <aside ref={ref} className={panel} tabIndex={-1} aria-labelledby={titleId}>
      <header>
        <h2 id={titleId}>{title}</h2>
        <IconButton label={closeLabel} icon={<X size={20} aria-hidden />} onClick={onClose} />
      </header>
      <div>{children}</div>
    </aside>
  );
}
