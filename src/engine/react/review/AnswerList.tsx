import { styled } from '@linaria/react';
import type { ReactNode } from 'react';
import { FormattedMessage } from 'react-intl';
import type { Language } from '#schemas/platform/common.ts';
import { parseAddress } from '#src/engine/core/fieldAddress.ts';
import { hasAnswer } from '#src/engine/core/element.ts';
import type { ShownElement } from '#src/engine/core/evaluation/evaluateForm.ts';
import { isUnanswered } from '#src/engine/core/validation/validateAnswers.ts';
import { wrapText } from '#src/ui/WrappedText.tsx';
import type { AnyView } from '../context/formContext.ts';
import { renderText } from '../fields/renderText.tsx';

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
    padding: 0;
    list-style: none;
  }
  ol > li {
    padding-left: var(--s-3);
    border-left: 2px solid var(--border);
  }
  ol > li > b {
    display: block;
    margin-bottom: var(--s-2);
  }
`;

const Part = styled.div`
  break-inside: auto;
  & + & {
    margin-top: var(--s-5);
  }
  > h3,
  > h4 {
    margin: 0 0 var(--s-3);
    font-size: var(--text-md);
    break-after: avoid;
    overflow-wrap: anywhere;
  }
`;

type AnswerListProps = {
  /** Elements to show, in form order (`evaluateForm`). */
  placed: readonly ShownElement[];
  views: ReadonlyMap<string, AnyView>;
  language: Language;
  /** Level of the section headings. */
  Title?: 'h3' | 'h4';
};

type Section = { headline: ShownElement | undefined; entries: ShownElement[] };

/** Splits the elements of a page at its headlines; sections without an answer are left out. */
function splitSections(placed: readonly ShownElement[]): Section[] {
  const sections: Section[] = [{ headline: undefined, entries: [] }];
  for (const each of placed) {
    if (parseAddress(each.address).group) continue;
    if (each.elementType.isSectionStart) sections.push({ headline: each, entries: [] });
    else if (hasAnswer(each.elementType)) sections.at(-1)?.entries.push(each);
  }
  return sections.filter(({ entries }) => entries.length > 0);
}

/** Lists questions and answers by section, with the labels of the answered revision. */
export function AnswerList({ placed, Title = 'h4', ...shared }: AnswerListProps) {
  return splitSections(placed).map(({ headline, entries }) => (
    <Part key={headline?.address ?? ''}>
      {headline?.element.label && (
        <Title>{renderText(headline.element.label, shared.language)}</Title>
      )}
      <List>
        {entries.map((each) => {
          const inside = placed.filter(
            ({ address }) => parseAddress(address).group?.id === each.element.id,
          );
          return (
            <Entry key={each.address} placed={each} {...shared}>
              {inside.length > 0 && <Rows group={each} placed={inside} {...shared} />}
            </Entry>
          );
        })}
      </List>
    </Part>
  ));
}

function Rows({
  group: { element, elementType },
  placed,
  ...shared
}: Omit<AnswerListProps, 'Title'> & { group: ShownElement }) {
  const getRow = ({ address }: ShownElement) => parseAddress(address).group?.row ?? 0;
  return (
    <ol>
      {[...new Set(placed.map(getRow))].map((row) => (
        <li key={row}>
          <b>{elementType.rows?.formatName(element, row, shared.language)}</b>
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

type EntryProps = Omit<AnswerListProps, 'placed' | 'Title'> & {
  placed: ShownElement;
  children?: ReactNode;
};

function Entry({ placed, views, language, children }: EntryProps) {
  const { element, value } = placed;
  const view = views.get(element.type);
  const answer =
    isUnanswered(placed) || !view?.Answer ? undefined : (
      <view.Answer element={element} value={value} language={language} />
    );
  return (
    <div>
      <dt>{element.label ? renderText(element.label, language) : element.id}</dt>
      <dd data-empty={answer ? undefined : true}>
        {answer ?? <FormattedMessage id="answer.none" />}
        {wrapText(children)}
      </dd>
    </div>
  );
}
