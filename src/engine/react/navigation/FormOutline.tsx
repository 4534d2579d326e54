import { styled } from '@linaria/react';
import { useState, type ComponentProps, type KeyboardEvent, type ReactNode } from 'react';
import { FormattedMessage, useIntl } from 'react-intl';
import type { Language } from '#schemas/platform/common.ts';
import { CaretDown } from '#src/ui/icons.ts';
import { ProgressBar } from '#src/ui/ProgressBar.tsx';
import { WrappedText, wrapText } from '#src/ui/WrappedText.tsx';
import type { FormEngine } from '../context/formEngine.ts';
import { getSectionId } from '../context/ids.ts';
import { useCurrentSection } from './useCurrentSection.ts';
import { useOutline, type Besides, type OutlinePart } from './useOutline.ts';
import type { Steps } from './useSteps.ts';

const List = styled.ol`
  display: grid;
  li {
    position: relative;
    padding-bottom: 1.35rem;
  }
  li:not(:last-child)::before {
    content: '';
    position: absolute;
    left: calc(0.875rem - 0.5px);
    top: 1.9rem;
    bottom: -0.1rem;
    border-left: 1px solid var(--border-strong);
  }
  li > * {
    display: grid;
    grid-template-columns: 1.75rem 1fr;
    gap: 0.85rem;
    line-height: 1.3;
    color: var(--muted);
    text-decoration: none;
  }
  a:hover {
    text-decoration: underline;
  }
  [aria-current] {
    color: var(--text);
    font-weight: var(--fw-strong);
  }
  [data-number] {
    display: grid;
    place-items: center;
    width: 1.75rem;
    height: 1.75rem;
    border: 1.5px solid var(--border-strong);
    border-radius: 50%;
    background: var(--canvas);
    color: var(--text);
    font-size: var(--text-xs);
    font-weight: var(--fw-strong);
    font-variant-numeric: tabular-nums;
  }
  [data-done] [data-number] {
    border-color: var(--accent-edge);
    color: var(--accent-text);
    background: var(--accent-tint);
  }
  [data-wrong] [data-number] {
    border-color: var(--danger);
    color: var(--danger-text);
  }
  [aria-current] [data-number] {
    background: var(--accent);
    color: var(--on-accent);
    border-color: var(--accent-edge);
  }
  small {
    display: block;
    color: var(--danger-text);
    font-size: var(--text-xs);
    font-weight: var(--fw-strong);
    margin-top: 0.1rem;
  }
  li > * > span:last-child {
    padding-top: 0.16rem;
  }
`;

const Figures = styled.div`
  display: grid;
  gap: var(--s-2);
  margin-top: var(--s-2);
  padding-right: var(--s-4);
  color: var(--muted);
  font-size: var(--text-xs);
  font-variant-numeric: tabular-nums;
`;

/** A link to a reachable step. */
const Entry = ({ href, onClick, ...props }: ComponentProps<'a'>) =>
  href === undefined ? <span {...props} /> : <a href={href} onClick={onClick} {...props} />;

type OutlineProps = {
  engine: FormEngine;
  steps: Steps;
  language: Language;
  besides: Besides;
  children?: ReactNode;
};

/** Returns the id of the current page, or of the section in view. */
function useCurrentPart(parts: readonly OutlinePart[], steps: Steps): string | undefined {
  const read = useCurrentSection(parts);
  return steps.list.length === 0 ? read : steps.list[steps.current]?.id;
}

type PartListProps = {
  parts: readonly OutlinePart[];
  current: string | undefined;
  steps: Steps;
  onGo?: () => void;
};

/** Links to the parts; an unreached page is no link. */
const PartList = ({ parts, current, steps, onGo }: PartListProps) => {
  const isPaged = steps.list.length > 0;
  return (
    <List>
      {parts.map(({ id, title, errors, isDone }, index) => (
        <li key={id}>
          <Entry
            href={!isPaged || steps.isReached(id) ? `#${getSectionId(id)}` : undefined}
            aria-current={id === current ? 'step' : undefined}
            data-done={isDone || undefined}
            data-wrong={errors > 0 || undefined}
            onClick={(event) => {
              onGo?.();
              if (!isPaged) return;
              event.preventDefault();
              steps.go(id);
            }}
          >
            <span data-number>{index + 1}</span>
            <span>
              <WrappedText>{title}</WrappedText>
              {errors > 0 && (
                <small>
                  <FormattedMessage id="form.sectionErrors" values={{ count: errors }} />
                </small>
              )}
            </span>
          </Entry>
        </li>
      ))}
    </List>
  );
};

/**
 * Shows the parts of the form on wide screens, each with its errors. An unreached page is no link.
 */
export function FormOutline({ engine, steps, language, besides, children }: OutlineProps) {
  const intl = useIntl();
  const { parts, progress } = useOutline(engine, steps, language, besides);
  const current = useCurrentPart(parts, steps);
  const isPaged = steps.list.length > 0;
  return (
    <nav aria-label={intl.formatMessage({ id: isPaged ? 'form.steps' : 'form.sections' })}>
      <PartList parts={parts} current={current} steps={steps} />
      <Figures>
        {progress.required > 0 && (
          <>
            <ProgressBar
              value={progress.answered}
              max={progress.required}
              label={intl.formatMessage({ id: 'form.progress' })}
            />
            <p>
              <FormattedMessage id="form.requiredDone" values={progress} />
            </p>
          </>
        )}
        {wrapText(children)}
      </Figures>
    </nav>
  );
}

const Bar = styled.section`
  font-size: var(--text-sm);
  @media (max-width: 1023px) {
    position: sticky;
    top: 0;
    z-index: var(--z-sticky);
    padding: 0.7rem var(--gutter);
    background: var(--surface);
    border-bottom: 1px solid var(--border);
  }
  /* Only scripts know the section in view, and what is answered; the page is known. */
  @media (scripting: none) {
    position: static;
    summary {
      pointer-events: none;
      > svg {
        display: none;
      }
    }
    &:not([data-paged]) {
      display: none;
    }
  }
`;

const Line = styled.div`
  @media (min-width: 1024px) {
    display: none;
  }
  > p,
  summary {
    display: flex;
    gap: 0.4rem;
    align-items: center;
    margin-bottom: 0.4rem;
    font-weight: var(--fw-strong);
    list-style: none;
  }
  > p,
  summary {
    min-height: var(--target-min);
  }
  summary {
    cursor: pointer;
  }
  summary::-webkit-details-marker {
    display: none;
  }
  [open] > summary > svg {
    rotate: 180deg;
  }
  nav {
    max-height: 60vh;
    padding-block: var(--s-3);
    overflow-y: auto;
  }
  > p span:last-child,
  summary > svg ~ span {
    margin-left: auto;
    color: var(--muted);
    font-weight: var(--fw-text);
    font-variant-numeric: tabular-nums;
    white-space: nowrap;
  }
`;

/** Holds the state of a `<details>`. Escape closes it and focuses its summary. */
function useClosableDetails() {
  const [isOpen, setIsOpen] = useState(false);
  function closeByEscape({ key, currentTarget }: KeyboardEvent<HTMLDetailsElement>) {
    if (key !== 'Escape' || !isOpen) return;
    setIsOpen(false);
    currentTarget.querySelector('summary')?.focus();
  }
  return { isOpen, setIsOpen, closeByEscape };
}

/**
 * Shows the progress in one line on phones, which opens to jump to a part. On wide screens only
 * `children` are visible.
 */
export function FormProgress({ engine, steps, language, besides, children }: OutlineProps) {
  const intl = useIntl();
  const { parts, progress } = useOutline(engine, steps, language, besides);
  const current = useCurrentPart(parts, steps);
  const isPaged = steps.list.length > 0;
  const { isOpen, setIsOpen, closeByEscape } = useClosableDetails();
  const found = parts.findIndex(({ id }) => id === current);
  const index = Math.max(0, found);
  return (
    <Bar
      aria-label={intl.formatMessage({ id: 'form.progress' })}
      data-paged={isPaged ? '' : undefined}
    >
      <Line>
        <details
          open={isOpen}
          onToggle={({ currentTarget }) => setIsOpen(currentTarget.open)}
          onKeyDown={closeByEscape}
        >
          <summary>
            <span>
              <FormattedMessage
                id={isPaged ? 'form.stepOf' : 'form.sectionOf'}
                values={{
                  number: index + 1,
                  count: parts.length,
                  title: parts[index]?.title ?? '',
                }}
              />
            </span>
            <CaretDown size={18} aria-hidden />
            {progress.required > 0 && (
              <span>
                <FormattedMessage id="form.doneOf" values={progress} />
              </span>
            )}
          </summary>
          {isOpen && (
            <nav aria-label={intl.formatMessage({ id: isPaged ? 'form.steps' : 'form.sections' })}>
              <PartList
                parts={parts}
                current={current}
                steps={steps}
                onGo={() => setIsOpen(false)}
              />
            </nav>
          )}
        </details>
        {progress.required > 0 && (
          <ProgressBar
            value={progress.answered}
            max={progress.required}
            label={intl.formatMessage({ id: 'form.progress' })}
          />
        )}
      </Line>
      {children}
    </Bar>
  );
}
