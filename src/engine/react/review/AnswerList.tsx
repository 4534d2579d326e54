import { styled } from '@linaria/react';
import type { ReactNode } from 'react';
import { FormattedMessage } from 'react-intl';
import { localized, type Language } from '#schemas/platform/common.ts';
import { parseAddress } from '#src/engine/core/fieldAddress.ts';
import { hasAnswer } from '#src/engine/core/element.ts';
import type { ShownElement } from '#src/engine/core/evaluation/evaluateForm.ts';
import { isUnanswered } from '#src/engine/core/validation/validateAnswers.ts';
import type { AnyView } from '../context/formContext.ts';

const List = styled.dl`
  display: grid;
  gap: var(--s-4);
  margin: 0;
  dt {
    color: var(--muted);
    font-size: var(--text-sm);
  }
  dd {
    margin: 0.15rem 0 0;
    overflow-wrap: anywhere;
  }
  dd[data-empty] {
    color: var(--muted);
    font-style: italic;
  }
  ol {
    display: grid;
    gap: var(--s-4);
    margin: var(--s-2) 0 0;
    padding-left: 1.4em;
    list-style: decimal;
  }
  ol > li {
    padding-left: var(--s-2);
  }
  ol > li::marker {
    color: var(--muted);
    font-variant-numeric: tabular-nums;
  }
`;

type AnswerListProps = {
  /** Elements to show, in form order (`evaluateForm`). */
  placed: readonly ShownElement[];
  views: ReadonlyMap<string, AnyView>;
  language: Language;
};

/** Lists questions and answers with the labels of the answered revision. */
export function AnswerList({ placed, ...shared }: AnswerListProps) {
  return (
    <List>
      {placed
        .filter(
          ({ address, elementType }) => hasAnswer(elementType) && !parseAddress(address).group,
        )
        .map((each) => {
          const inside = placed.filter(
            ({ address }) => parseAddress(address).group?.id === each.element.id,
          );
          return (
            <Entry key={each.address} placed={each} {...shared}>
              {inside.length > 0 && <Rows placed={inside} {...shared} />}
            </Entry>
          );
        })}
    </List>
  );
}

function Rows({ placed, ...shared }: AnswerListProps) {
  const getRow = ({ address }: ShownElement) => parseAddress(address).group?.row;
  return (
    <ol>
      {[...new Set(placed.map(getRow))].map((row) => (
        <li key={row}>
          <List>
            {placed
              .filter((each) => getRow(each) === row && hasAnswer(each.elementType))
              .map((each) => (
                <Entry key={each.address} placed={each} {...shared} />
              ))}
          </List>
        </li>
      ))}
    </ol>
  );
}

type EntryProps = Omit<AnswerListProps, 'placed'> & { placed: ShownElement; children?: ReactNode };

function Entry({ placed, views, language, children }: EntryProps) {
  const { element, value } = placed;
  const view = views.get(element.type);
  const answer =
    isUnanswered(placed) || !view?.Answer ? undefined : (
      <view.Answer element={element} value={value} language={language} />
    );
  return (
    <div>
      <dt>{element.label ? localized(element.label, language) : element.id}</dt>
      <dd data-empty={answer ? undefined : true}>
        {answer ?? <FormattedMessage id="answer.none" />}
        {children}
      </dd>
    </div>
  );
}
