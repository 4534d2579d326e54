import { secondMs } from '#schemas/platform/time.ts';
import { css } from '@linaria/core';
import * as Radix from '@radix-ui/react-toast';
import { useIntl } from 'react-intl';
import { CheckCircle, Warning, WarningCircle, X } from '#src/ui/icons.ts';
import { closeToast, type Toast } from '#src/ui/toast.ts';
import { formatToast } from './formatToast.ts';

const autoCloseMs = 6 * secondMs;

const viewport = css`
  --above: var(--s-6);
  position: fixed;
  left: 50%;
  bottom: calc(var(--above) + var(--consent-height, 0px));
  translate: -50% 0;
  z-index: var(--z-toast);
  /* clear of what is at the bottom: the navigation, buttons of a sheet, and those over a list */
  @media (max-width: 767px) {
    --above: var(--s-3);
    :root:has(nav[data-bar], dialog[open], [data-foot]) & {
      --above: calc(5rem + env(safe-area-inset-bottom));
    }
  }
  display: grid;
  gap: var(--s-2);
  width: max-content;
  max-width: min(34rem, calc(100vw - 2rem));
  padding: 0;
  list-style: none;
`;

const card = css`
  display: flex;
  align-items: center;
  gap: 0.7rem;
  padding: 0.6rem 0.6rem 0.6rem 1.1rem;
  border-radius: var(--r-md);
  box-shadow: var(--shadow-3);
  background: light-dark(oklch(0.27 0.015 260), oklch(0.93 0.005 260));
  color: light-dark(#fff, #16181d);
  overflow-wrap: anywhere;
  > :is(svg, button) {
    flex: none;
  }
  button {
    display: grid;
    place-items: center;
    width: 2.25rem;
    height: 2.25rem;
    border: 0;
    border-radius: var(--r-md);
    background: transparent;
    color: inherit;
  }
  button[data-action] {
    width: auto;
    padding-inline: 0.6rem;
    font-weight: var(--fw-strong);
    text-decoration: underline;
  }
  button:focus-visible {
    outline-color: currentColor;
  }
`;

const icons = { error: WarningCircle, warning: Warning, success: CheckCircle };

export function ToastViewport({ list }: { list: readonly Toast[] }) {
  const intl = useIntl();
  const close = intl.formatMessage({ id: 'action.close' });
  return (
    <Radix.Provider
      duration={autoCloseMs}
      label={intl.formatMessage({ id: 'toast.label' })}
      swipeDirection="right"
    >
      {list.map(({ id, level, text, action }) => {
        const Icon = icons[level];
        return (
          <Radix.Root
            key={id}
            className={card}
            type={level === 'error' ? 'foreground' : 'background'}
            onOpenChange={(isOpen) => {
              if (!isOpen) closeToast(id);
            }}
          >
            <Icon size={20} aria-hidden />
            <Radix.Description>{formatToast(intl, text)}</Radix.Description>
            {action && (
              <Radix.Action
                altText={formatToast(intl, action.label)}
                data-action
                onClick={action.onClick}
              >
                {formatToast(intl, action.label)}
              </Radix.Action>
            )}
            <Radix.Close aria-label={close}>
              <X size={18} aria-hidden />
            </Radix.Close>
          </Radix.Root>
        );
      })}
      <Radix.Viewport
        className={viewport}
        label={intl.formatMessage({ id: 'toast.region' }, { hotkey: '{hotkey}' })}
      />
    </Radix.Provider>
  );
}
