import { styled } from '@linaria/react';
import { FormattedMessage } from 'react-intl';
import { visuallyHidden } from '#src/ui/field.ts';
import { Check } from '#src/ui/icons.ts';

const List = styled.ol`
  display: grid;
  align-content: start;
  margin: 0;
  padding: 0;
  list-style: none;
  li {
    position: relative;
    display: grid;
    grid-template-columns: 1.75rem 1fr;
    gap: 0.85rem;
    padding-bottom: 1.35rem;
    color: var(--muted);
    line-height: 1.3;
  }
  li:not(:last-child)::before {
    content: '';
    position: absolute;
    left: calc(0.875rem - 0.5px);
    top: 1.75rem;
    bottom: 0;
    border-left: 1px solid var(--border-strong);
  }
  li > span:first-child {
    display: grid;
    place-items: center;
    width: 1.75rem;
    height: 1.75rem;
    border: 1.5px solid var(--border-strong);
    border-radius: 50%;
    font-size: var(--text-xs);
    font-weight: var(--fw-strong);
  }
  li > span:last-child {
    padding-top: 0.16rem;
  }
  small {
    display: block;
    margin-top: 0.1rem;
    color: var(--muted);
    font-size: var(--text-xs);
    font-weight: 400;
  }
  li[data-state='done']::before {
    left: calc(0.875rem - 1px);
    border-left: 2px solid var(--accent-edge);
  }
  li[data-state='done'] {
    color: var(--text);
    > span:first-child {
      background: var(--accent-tint-2);
      border-color: var(--accent-edge);
      color: var(--accent-text);
    }
  }
  li[data-state='now'] {
    color: var(--text);
    font-weight: var(--fw-strong);
    > span:first-child {
      background: var(--accent);
      border-color: var(--accent-edge);
      color: var(--on-accent);
    }
  }
`;

const names = [
  {
    title: 'registration.step.welcome',
    text: 'registration.step.welcome.text',
    textWhenDone: 'registration.step.welcome.isDone',
  },
  {
    title: 'registration.step.access',
    text: 'registration.step.access.text',
    textWhenDone: 'registration.step.access.text',
  },
  { title: 'registration.step.done', text: undefined, textWhenDone: undefined },
] as const;

const getState = (number: number, step: number) =>
  number < step ? 'done' : number === step ? 'now' : 'todo';

/** Progress of the wizard. */
export function WizardSteps({
  step,
  hasTerms,
}: {
  step: number;
  /** terms of the first step */ hasTerms: boolean;
}) {
  return (
    <List>
      {names.map((name, index) => {
        const { title } = name;
        const state = getState(index + 1, step);
        const text =
          index === 0 && !hasTerms ? undefined : name[state === 'done' ? 'textWhenDone' : 'text'];
        return (
          <li key={title} data-state={state} aria-current={state === 'now' ? 'step' : undefined}>
            <span aria-hidden>{state === 'done' ? <Check size={16} /> : index + 1}</span>
            <span>
              <FormattedMessage id={title} />
              {state === 'done' && (
                <span className={visuallyHidden}>
                  {' '}
                  <FormattedMessage id="registration.step.isDone" />
                </span>
              )}
              {text && (
                <small>
                  <FormattedMessage id={text} />
                </small>
              )}
            </span>
          </li>
        );
      })}
    </List>
  );
}
