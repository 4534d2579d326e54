import { styled } from '@linaria/react';
import { useEffect, useRef, useState } from 'react';
import { FormattedMessage } from 'react-intl';
import { WarningCircle } from '#src/ui/icons.ts';

const Box = styled.section`
  border: 2px solid var(--danger);
  border-radius: var(--r-md);
  padding: var(--s-4) var(--s-5);
  margin-bottom: var(--s-8);
  scroll-margin-top: 5rem; /* the sticky progress bar */
  background: var(--danger-tint);
  h2 {
    display: flex;
    gap: 0.5rem;
    align-items: center;
    font: var(--fw-strong) var(--text-lg)/1.3 var(--font-sans);
    letter-spacing: 0;
  }
  h2 svg {
    color: var(--danger-text);
  }
  ul {
    margin-top: var(--s-2);
    padding-left: 2.1rem;
    list-style: disc;
  }
  li {
    margin-top: 0.35rem;
  }
  a {
    color: var(--danger-text);
    font-weight: var(--fw-strong);
  }
`;

export type SummaryItem = {
  /** DOM id of the control that the link focuses */
  controlId: string;
  /** page of the control, in a form of several pages */
  page?: string | undefined;
  /** label of the row, in a group */
  row?: string | undefined;
  label: string;
  message: string;
};

/**
 * Focuses a control and draws its ring. After a touch the browser draws none, and the visitor would
 * have to search for it.
 */
function focusVisibly(control: HTMLElement | null | undefined): void {
  if (!control) return;
  control.focus({ focusVisible: true });
  if (document.activeElement !== control) return;
  control.dataset['focusShown'] = '';
  control.addEventListener('blur', () => delete control.dataset['focusShown'], { once: true });
}

/** Focuses a control, or the first control inside a group. */
export function focusControl(id: string): void {
  const target = document.getElementById(id);
  const control = target?.matches('input, select, textarea, button')
    ? target
    : target?.querySelector<HTMLElement>('input, select, textarea, button');
  focusVisibly(control ?? target);
}

/**
 * Formats an error with its element's label, unless it contains the label. Adds no colon to a label
 * that ends with a question mark.
 */
export function formatSentence({ row, label, message }: SummaryItem): string {
  const isNamed =
    message.startsWith(label) ||
    message.endsWith(label) ||
    ['„“', '“”'].some((quotes) => message.includes(`${quotes[0]}${label}${quotes[1]}`));
  const sentence = isNamed ? message : `${label}${label.endsWith('?') ? '' : ':'} ${message}`;
  return row ? `${row}, ${sentence}` : sentence;
}

/**
 * Lists the errors that prevent the submission. Each failed submission (`attempt` grows) focuses
 * it.
 */
export function ErrorSummary({
  items,
  attempt,
  onGoTo,
}: {
  items: readonly SummaryItem[];
  attempt: number;
  onGoTo: (item: SummaryItem) => void;
}) {
  const ref = useRef<HTMLElement>(null);
  const [first] = useState(attempt);
  useEffect(() => {
    if (attempt === first) return; // the browser has focused the server's summary
    ref.current?.focus({ preventScroll: true });
    ref.current?.scrollIntoView?.({ block: 'start' }); // shows the top of a long list
  }, [attempt, first]);
  if (items.length === 0) return null;
  return (
    <Box ref={ref} tabIndex={-1} aria-labelledby="error-summary" autoFocus={first > 0}>
      <h2 id="error-summary">
        <WarningCircle size={26} weight="fill" aria-hidden />
        <span>
          <FormattedMessage id="form.errorSummary" values={{ count: items.length }} />
        </span>
      </h2>
      <ul>
        {items.map((item) => (
          <li key={item.controlId}>
            <a
              href={`#${item.controlId}`}
              onClick={(event) => {
                event.preventDefault();
                onGoTo(item);
              }}
            >
              {formatSentence(item)}
            </a>
          </li>
        ))}
      </ul>
    </Box>
  );
}
