import { styled } from '@linaria/react';
import { localize, type Language } from '#schemas/platform/common.ts';
import { getGermanDay } from '#schemas/platform/dates.ts';
import { listEveryElement, listPages } from '#schemas/forms/forms.ts';
import type { SubmissionDetail } from '#schemas/forms/submissions.ts';
import { parseAddress } from '#src/engine/core/fieldAddress.ts';
import { evaluateForm } from '#src/engine/core/evaluation/evaluateForm.ts';
import type { Registry } from '#src/engine/core/registry.ts';
import { AnswerList } from './AnswerList.tsx';
import { ServicesContext } from '../services/useService.ts';
import { useViews } from '../context/loadViews.ts';
import { toServices, type Services } from '../services/services.ts';

const noServices = toServices([]);

const Page = styled.section`
  h3 {
    margin: 0 0 var(--s-4);
    overflow-wrap: anywhere;
  }
  & + & {
    margin-top: var(--s-6);
    padding-top: var(--s-5);
    border-top: 1px solid var(--border);
  }
`;

export type SubmittedAnswersProps = {
  submission: Pick<SubmissionDetail, 'formElement' | 'answers' | 'revision' | 'submittedAt'>;
  registry: Registry;
  language: Language;
  /** Services of the answers, for example to show files. */
  services?: Services;
};

/**
 * Lists sent answers with the labels, order and rules of the answered revision, as of the day of
 * submission.
 */
export function SubmittedAnswers({
  submission: { formElement, answers, revision, submittedAt },
  registry,
  language,
  services = noServices,
}: SubmittedAnswersProps) {
  const views = useViews(listEveryElement(formElement), registry);
  const pages = listPages(formElement);
  const given = Object.fromEntries(answers.map(({ elementId, value }) => [elementId, value]));
  const state = evaluateForm(pages, registry, given, {
    today: getGermanDay(new Date(submittedAt)),
    revision,
  });
  const shown = [...state.shown.values()];
  const shownPages = pages
    .filter(({ id }) => state.pages.has(id))
    .map(({ id, title, formElements }) => {
      const here = new Set(formElements.map((element) => element.id));
      const placed = shown.filter(({ address }) => {
        const { elementId, group } = parseAddress(address);
        return here.has(group?.id ?? elementId);
      });
      return (
        <Page key={id}>
          {pages.length > 1 && <h3>{localize(title, language)}</h3>}
          <AnswerList
            placed={placed}
            views={views}
            language={language}
            Title={pages.length > 1 ? 'h4' : 'h3'}
          />
        </Page>
      );
    });
  return <ServicesContext value={services}>{shownPages}</ServicesContext>;
}
