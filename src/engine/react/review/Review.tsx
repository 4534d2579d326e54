import { styled } from '@linaria/react';
import { useEffect, useReducer } from 'react';
import { FormattedMessage, useIntl } from 'react-intl';
import { reviewPage } from '#schemas/forms/forms.ts';
import { postedActions } from '#schemas/forms/postedForms.ts';
import { Button } from '#src/ui/Button.tsx';
import { PencilSimple } from '#src/ui/icons.ts';
import { AnswerList } from './AnswerList.tsx';
import { useFormAction } from '../context/useFormAction.ts';
import { useFormContext } from '../context/formContext.ts';
import { getSectionId } from '../context/ids.ts';
import { getPage, type Steps } from '../navigation/useSteps.ts';

const Page = styled.section`
  padding: var(--s-5) 0;
  border-top: 1px solid var(--border);
  > header {
    display: flex;
    gap: var(--s-3);
    align-items: center;
    justify-content: space-between;
    margin-bottom: var(--s-4);
  }
  h3 {
    margin: 0;
    overflow-wrap: anywhere;
  }
`;

const Introduction = styled.div`
  margin-bottom: var(--s-5);
  p {
    color: var(--muted);
    max-width: 56ch;
    margin-top: var(--s-2);
  }
`;

/**
 * Lists all answers by page, each page with a link back. It subscribes to the store, because other
 * tabs and uploads can still change answers.
 */
export function Review({ steps }: { steps: Steps }) {
  const intl = useIntl();
  const { engine, language, views } = useFormContext();
  const { store } = engine;
  const action = useFormAction();
  const [, drawAgain] = useReducer((times: number) => times + 1, 0);
  useEffect(() => {
    const stops = [store.subscribeChanges(() => drawAgain()), store.subscribeOutline(drawAgain)];
    return () => stops.forEach((stop) => stop());
  }, [store]);
  const placed = store.evaluateShown();
  return (
    <>
      <Introduction>
        <h2 id={getSectionId(reviewPage)} tabIndex={-1}>
          {steps.list.at(-1)?.title}
        </h2>
        <p>
          <FormattedMessage id="form.reviewHint" />
        </p>
      </Introduction>
      {steps.list.slice(0, -1).map(({ id, title }) => (
        <Page key={id} aria-labelledby={`review-${id}`}>
          <header>
            <h3 id={`review-${id}`}>{title}</h3>
            <Button
              variant="ghost"
              icon={<PencilSimple size={18} aria-hidden />}
              aria-label={intl.formatMessage({ id: 'form.editPage' }, { title })}
              {...action(postedActions.goTo(id), () => steps.go(id))}
            >
              <FormattedMessage id="form.edit" />
            </Button>
          </header>
          <AnswerList
            placed={placed.filter(({ address }) => getPage(engine, address) === id)}
            views={views}
            language={language}
          />
        </Page>
      ))}
    </>
  );
}
