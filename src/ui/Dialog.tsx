import { css, cx } from '@linaria/core';
import { useId, useLayoutEffect, useRef, type ReactNode } from 'react';
import { CloseOnBack } from '#src/ui/CloseOnBack.ts';
import { IconButton } from './Button.tsx';
import { X } from './icons.ts';

const dialog = css`
  width: min(100% - 2rem, var(--width));
  max-height: calc(100dvh - 2.5rem);
  padding: 0;
  overflow: clip;
  background: var(--raised);
  color: var(--text);
  border: 1px solid var(--border);
  border-radius: var(--r-lg);
  box-shadow: var(--shadow-3);
  &[open] {
    display: grid;
    grid-template-rows: auto minmax(0, 1fr) auto;
  }
  &::backdrop {
    background: var(--scrim);
  }
  > header {
    display: flex;
    justify-content: space-between;
    align-items: flex-start;
    gap: var(--s-4);
    padding: var(--s-5) var(--s-4) var(--s-4) var(--s-7);
    border-bottom: 1px solid var(--border);
  }
  > header h2 {
    font-size: var(--text-xl);
    padding-top: 0.45rem;
  }
  > header small {
    display: inline-block;
    margin-top: 0.45rem;
    padding-bottom: 0.3rem;
    border-bottom: 1px solid var(--border-strong);
    color: var(--muted);
    font-size: var(--text-xs);
    line-height: 1.4;
    overflow-wrap: anywhere;
  }
  > div {
    --inset: var(--s-7);
    --inset-block: var(--s-6);
    position: relative;
    overflow: auto;
    padding: var(--inset-block) var(--inset);
  }
  > div:has([data-pinned]) {
    scroll-padding-bottom: 6rem;
  }
  > footer {
    display: flex;
    flex-wrap: wrap;
    gap: var(--s-3);
    justify-content: flex-end;
    padding: var(--s-4) var(--s-7);
    border-top: 1px solid var(--border);
    background: var(--sunken);
  }
  @media (max-width: 767px) {
    width: 100%;
    max-width: none;
    margin: auto 0 0;
    border-radius: var(--r-xl) var(--r-xl) 0 0;
    > header {
      padding: var(--s-4) var(--s-2) var(--s-3) var(--gutter);
    }
    > div {
      --inset: var(--gutter);
      --inset-block: var(--s-5);
    }
    > footer {
      padding: var(--s-3) var(--gutter);
    }
    > footer > button {
      flex: 1 1 10rem; /* one basis, so that buttons of a row have one width */
      width: auto;
    }
  }
  @media print {
    position: absolute;
    inset: 0 auto auto 0;
    width: 100%;
    max-width: none;
    max-height: none;
    margin: 0;
    overflow: visible;
    border: 0;
    box-shadow: none;
    background: #fff;
    &[open] {
      display: block;
    }
    > header {
      padding: 0 0 var(--s-4);
    }
    > header > button,
    > footer {
      display: none;
    }
    > div {
      --inset: 0px;
      overflow: visible;
      padding-block: var(--s-5) 0;
    }
  }
`;

/** Widths of 370, 740, 905 and 1110 px. */
const sizes = {
  small: css`
    --width: var(--dialog-sm);
  `,
  medium: css`
    --width: var(--dialog-md);
  `,
  medium50: css`
    --width: var(--dialog-md50);
  `,
  large: css`
    --width: var(--dialog-lg);
  `,
};

type DialogProps = {
  title: string;
  /** The sender, in one line above the title, as on a letter (DIN 5008). */
  sender?: string | undefined;
  closeLabel: string;
  onClose: () => void;
  /** The address contains the dialog: Back navigates, so no history entry is needed. */
  hasAddress?: boolean;
  size?: keyof typeof sizes;
  actions?: ReactNode;
  children: ReactNode;
};

/**
 * A modal dialog. The focus starts at its title. The browser traps and restores the focus; Escape
 * and Back close it.
 */
export function Dialog({
  title,
  sender,
  closeLabel,
  onClose,
  hasAddress = false,
  size = 'medium',
  actions,
  children,
}: DialogProps) {
  const ref = useRef<HTMLDialogElement>(null);
  const heading = useRef<HTMLHeadingElement>(null);
  const titleId = useId();
  // The cleanup of a layout effect runs before the element is removed; only then can closing
  // restore the focus.
  useLayoutEffect(() => {
    const element = ref.current;
    element?.showModal();
    heading.current?.focus(); // the browser chooses the close button, and its name says nothing
    return () => element?.close();
  }, []);

  return (
    <dialog
      ref={ref}
      className={cx(dialog, sizes[size])}
      aria-labelledby={titleId}
      onCancel={(event) => {
        event.preventDefault();
        onClose();
      }}
    >
      {!hasAddress && <CloseOnBack onClose={onClose} />}
      {/* div: header and footer outside of main would be landmarks of the page */}
      <header role="presentation">
        <div>
          {sender && <small>{sender}</small>}
          <h2 ref={heading} id={titleId} tabIndex={-1}>
            {title}
          </h2>
        </div>
        <IconButton label={closeLabel} icon={<X size={20} aria-hidden />} onClick={onClose} />
      </header>
      {/* focusable: a long text is scrolled by keyboard */}
      <div tabIndex={0} role="group" aria-labelledby={titleId}>
        {children}
      </div>
      {actions && <footer role="presentation">{actions}</footer>}
    </dialog>
  );
}
