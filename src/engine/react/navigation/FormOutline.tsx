import { styled } from '@linaria/react';
import type { ComponentProps, ReactNode } from 'react';
import { FormattedMessage, useIntl } from 'react-intl';
import type { Language } from '#schemas/platform/common.ts';
import { ProgressBar } from '#src/ui/ProgressBar.tsx';
import type { FormEngine } from '../context/formEngine.ts';
import { sectionId } from '../context/ids.ts';
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
    font-weight: 700;
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
      <List>
        {parts.map(({ id, title, errors, isDone }, index) => (
          <li key={id}>
            <Entry
              href={!isPaged || steps.isReached(id) ? `#${sectionId(id)}` : undefined}
              aria-current={id === current ? 'step' : undefined}
              data-done={isDone || undefined}
              data-wrong={errors > 0 || undefined}
              onClick={(event) => {
                if (!isPaged) return;
                event.preventDefault();
                steps.go(id);
              }}
            >
              <span data-number>{index + 1}</span>
              <span>
                {title}
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
        {children}
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
`;

const Line = styled.div`
  @media (min-width: 1024px) {
    display: none;
  }
  > p {
    display: flex;
    justify-content: space-between;
    gap: var(--s-3);
    margin-bottom: 0.4rem;
    font-weight: var(--fw-strong);
  }
  > p span:last-child {
    color: var(--muted);
    font-weight: var(--fw-text);
    font-variant-numeric: tabular-nums;
    white-space: nowrap;
  }
`;

const Awaited = styled.i`
  display: block;
  height: 6px;
  border-radius: 3px;
  background: var(--border);
`;

/** Placeholder with the height of the progress bar, against a layout shift. */
export const AwaitedProgress = () => (
  <Bar aria-hidden>
    <Line>
      <p>
        <span>&nbsp;</span>
      </p>
      <Awaited />
    </Line>
  </Bar>
);

/** Shows the progress in one line on phones. On wide screens only `children` are visible. */
export function FormProgress({ engine, steps, language, besides, children }: OutlineProps) {
  const intl = useIntl();
  const { parts, progress } = useOutline(engine, steps, language, besides);
  const current = useCurrentPart(parts, steps);
  const index = Math.max(
    0,
    parts.findIndex(({ id }) => id === current),
  );
  return (
    <Bar aria-label={intl.formatMessage({ id: 'form.progress' })}>
      <Line>
        <p>
          <span>
            <FormattedMessage
              id={steps.list.length > 0 ? 'form.stepOf' : 'form.sectionOf'}
              values={{ number: index + 1, count: parts.length, title: parts[index]?.title ?? '' }}
            />
          </span>
          {progress.required > 0 && (
            <span>
              <FormattedMessage id="form.doneOf" values={progress} />
            </span>
          )}
        </p>
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
