// @vitest-environment jsdom
import { act, cleanup, render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { Suspense } from 'react';
import { expect, it } from 'vitest';
import { TestIntl } from '#src/engine/testing/TestForm.tsx';
import { sentFileViewer } from '#widgets/file/service.ts';
import { registry } from '#widgets/registry.ts';
import { provide, toServices, type Provided } from '../services/services.ts';
import { SubmittedAnswers, type SubmittedAnswersProps } from './SubmittedAnswers.tsx';

const show = async (
  submission: SubmittedAnswersProps['submission'],
  provided: readonly Provided[] = [],
) => {
  await act(
    async () =>
      void render(
        <TestIntl>
          <Suspense>
            <SubmittedAnswers
              submission={submission}
              registry={registry}
              language="de"
              services={toServices(provided)}
            />
          </Suspense>
        </TestIntl>,
      ),
  );
  await screen.findAllByRole('definition');
};
const readAnswers = () =>
  screen
    .getAllByRole('term')
    .map((term) => `${term.textContent}: ${term.nextElementSibling?.textContent}`);

/** Revision 1. Later revisions rename the choice and remove the name. */
const first = {
  title: 'Unfall',
  formElements: [
    { id: 'name', type: 'input', label: 'Ihr Name' },
    {
      id: 'fault',
      type: 'simplechoice',
      label: 'Wer war schuld?',
      options: [{ value: 'other', label: 'Der andere' }],
    },
    {
      id: 'who',
      type: 'input',
      label: 'Wer denn?',
      visibleWhen: { element: 'fault', equals: 'me' },
    },
    {
      id: 'age',
      type: 'computed',
      label: 'Tage bis heute',
      formula: { dateDifference: { from: 'day', to: 'today', unit: 'days' as const } },
    },
  ],
};
const answers = [
  { elementId: 'name', type: 'input', value: 'Jonas Wieland' },
  { elementId: 'fault', type: 'simplechoice', value: 'other' },
];

it('Submitted answers are shown with the labels and rules of their revision', async () => {
  await show({ formElement: first, answers, revision: 1, submittedAt: '2026-11-20T10:00:00.000Z' });
  expect(readAnswers()).toEqual([
    'Ihr Name: Jonas Wieland',
    'Wer war schuld?: Der andere',
    'Tage bis heute: Keine Angabe',
  ]);
});

it('A computed value uses the German date of the submission', async () => {
  const day = { id: 'day', type: 'date', label: 'Unfalltag' };
  const [, , , age] = first.formElements;
  await show({
    formElement: { title: 'U', formElements: [day, age ?? day] },
    answers: [{ elementId: 'day', type: 'date', value: '2026-11-01' }],
    revision: 1,
    submittedAt: '2026-11-20T23:30:00.000Z',
  });
  expect(readAnswers()).toEqual(['Unfalltag: 01.11.2026', 'Tage bis heute: 20']);
});

it('Submitted answers are grouped by page, without skipped pages', async () => {
  const pages = [
    {
      id: 'one',
      title: 'Sie',
      formElements: [first.formElements[0] ?? { id: 'x', type: 'input' }],
    },
    {
      id: 'two',
      title: 'Der Unfall',
      formElements: [{ id: 'place', type: 'input', label: 'Ort' }],
    },
    {
      id: 'three',
      title: 'Zeugen',
      visibleWhen: { element: 'place', equals: 'Kiel' },
      formElements: [{ id: 'witness', type: 'input', label: 'Zeuge' }],
    },
  ];
  await show({
    formElement: { title: 'U', pages },
    answers: [{ elementId: 'name', type: 'input', value: 'Jonas' }],
    revision: 1,
    submittedAt: '2026-11-20T10:00:00.000Z',
  });
  expect(screen.getAllByRole('heading').map(({ textContent }) => textContent)).toEqual([
    'Sie',
    'Der Unfall',
  ]);
});

it('Files are listed by name, and shown where a service provides them', async () => {
  const papers: SubmittedAnswersProps['submission'] = {
    formElement: { title: 'U', formElements: [{ id: 'papers', type: 'file', label: 'Belege' }] },
    revision: 1,
    submittedAt: '2026-11-20T10:00:00.000Z',
    answers: [
      {
        elementId: 'papers',
        type: 'file',
        value: [{ entityId: 'f1', name: 'Rechnung.pdf', extension: 'pdf', size: 10 }],
      },
    ],
  };
  await show(papers);
  expect(readAnswers()).toEqual(['Belege: Rechnung.pdf']);
  expect(screen.queryByRole('button')).not.toBeInTheDocument();
  cleanup();
  await show(papers, [
    provide(sentFileViewer, ({ files, selectedId, onClose }) => (
      <button type="button" onClick={onClose}>{`${selectedId} von ${files.length}`}</button>
    )),
  ]);
  await userEvent.click(screen.getByRole('button', { name: 'Rechnung.pdf ansehen' }));
  await userEvent.click(screen.getByRole('button', { name: 'f1 von 1' }));
  expect(screen.queryByRole('button', { name: 'f1 von 1' })).not.toBeInTheDocument();
});
