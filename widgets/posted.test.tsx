// @vitest-environment jsdom
import { prerender } from 'react-dom/static';
import { expect, it } from 'vitest';
import { listEveryElement, listPages, type FormElement } from '#schemas/forms/forms.ts';
import { mergePosted } from '#src/engine/core/answers/mergePosted.ts';
import type { AnyElementType } from '#src/engine/core/element.ts';
import { evaluateForm } from '#src/engine/core/evaluation/evaluateForm.ts';
import { loadViews } from '#src/engine/react/context/loadViews.ts';
import { createTestEngine, TestForm } from '#src/engine/testing/TestForm.tsx';
import { fixturesByType } from '#src/engine/testing/fixtures.ts';
import { elementTypes, registry } from './registry.ts';

const context = { today: '2026-11-20', revision: 1, language: 'de' as const };

/** Renders a form as the server does, and returns what a browser posts of it. */
async function post(elements: FormElement[], answers: Record<string, unknown>) {
  await loadViews(listEveryElement({ title: 'T', formElements: elements }), registry);
  const { prelude } = await prerender(<TestForm engine={createTestEngine(elements, answers)} />);
  document.body.innerHTML = await new Response(prelude).text();
  const form = document.querySelector('form');
  if (!form) throw new Error('No form');
  const posted = new Map<string, string[]>();
  for (const [name, value] of new FormData(form))
    if (typeof value === 'string')
      // browsers post line breaks as CRLF
      posted.set(name, [...(posted.get(name) ?? []), value.replaceAll('\n', '\r\n')]);
  const pages = listPages({ title: 'T', formElements: elements });
  const { shown } = evaluateForm(pages, registry, answers, context);
  return mergePosted({ elements, shown, answers: {} }, posted, context);
}

const isPosted = ({ needsScripts, uploads, computed }: AnyElementType) =>
  !needsScripts && !uploads && !computed;

const samples = elementTypes
  .filter(isPosted)
  .flatMap(({ type }) =>
    (fixturesByType[type] ?? []).flatMap(({ element, valid }) =>
      valid.map((value) => [type, JSON.stringify(value).slice(0, 80), element, value] as const),
    ),
  );

/** An expert of the list, which a page without scripts does not have. */
const isListedExpert = (type: string, value: unknown) =>
  type === 'gutachterchoice' && (value as { choice?: string }).choice === 'listed';

/** Parts of answers that a page without scripts cannot show. */
const withoutScriptParts = (value: unknown) =>
  JSON.parse(
    JSON.stringify(value, (name, part: unknown) =>
      ['latitude', 'longitude', 'accuracy', 'foreignId'].includes(name) ? undefined : part,
    ),
  ) as unknown;

it.each(samples.filter(([type, , , value]) => !isListedExpert(type, value)))(
  'A browser without scripts posts the %s %s',
  async (_type, _text, element, value) => {
    const expected = withoutScriptParts(value);
    const isGone = JSON.stringify(expected) === '{}';
    expect(await post([element], { [element.id]: value })).toEqual(
      isGone ? {} : { [element.id]: expected },
    );
  },
);

it('A page without scripts lists no experts, so it posts the postal code alone', async () => {
  const [[, , element, value] = []] = samples.filter(([type, , , each]) =>
    isListedExpert(type, each),
  );
  if (!element) throw new Error('No sample');
  expect(await post([element], { [element.id]: value })).toEqual({
    [element.id]: { postalCode: '20259' },
  });
});

it('A wrong text is posted as it was typed, so that the page can show it again', async () => {
  const elements: FormElement[] = [
    { id: 'sum', type: 'number', label: 'Summe' },
    { id: 'day', type: 'date', label: 'Tag' },
  ];
  const wrong = { sum: 'viel', day: 'gestern' };
  expect(await post(elements, wrong)).toEqual(wrong);
});

it('An emptied field and an unticked box delete the answer; a hidden element keeps it', () => {
  const elements: FormElement[] = [
    { id: 'name', type: 'input', label: 'Name' },
    { id: 'sure', type: 'checkbox', label: 'Sicher' },
    {
      id: 'why',
      type: 'input',
      label: 'Warum?',
      visibleWhen: { element: 'sure', equals: true },
    },
  ];
  const pages = listPages({ title: 'T', formElements: elements });
  const before = { name: 'Ida', why: 'Darum' };
  const { shown } = evaluateForm(pages, registry, before, context);
  const page = { elements, shown, answers: before };
  expect(mergePosted(page, new Map([['name', [' ']]]), context)).toEqual({ why: 'Darum' });
});
