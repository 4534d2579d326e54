// @vitest-environment jsdom
import { execFileSync } from 'node:child_process';
import { readdirSync } from 'node:fs';
import { act, cleanup, render, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { Suspense } from 'react';
import { describe, expect, it, vi } from 'vitest';
import { localize } from '#schemas/platform/common.ts';
import type { FormElement } from '#schemas/forms/forms.ts';
import { toJsonSchema } from '#src/engine/core/definition/toJsonSchema.ts';
import { displayAnswer } from '#src/engine/core/element.ts';
import { validateAnswers } from '#src/engine/core/validation/validateAnswers.ts';
import { evaluateForm } from '#src/engine/core/evaluation/evaluateForm.ts';
import { AnswerList } from '#src/engine/react/review/AnswerList.tsx';
import { useViews } from '#src/engine/react/context/loadViews.ts';
import { TestForm, TestIntl } from '#src/engine/testing/TestForm.tsx';
import { compileCheck } from '#src/engine/testing/compileCheck.ts';
import { getTexts } from '#server/texts.ts';
import type { Fixture } from './fixture.ts';
import { portalRegistry as registry, portalTypes } from './portalRegistry.ts';
import { elementTypes } from './registry.ts';

const folders = readdirSync('widgets', { withFileTypes: true })
  .filter((entry) => entry.isDirectory())
  .map(({ name }) => name);

/** Types whose answer is a text that is chosen or computed. */
const chosenTexts = ['computed', 'language', 'rating'];

const judge = (element: FormElement, value: unknown) => {
  const check = compileCheck(toJsonSchema({ title: 'T', formElements: [element] }, registry));
  return validateAnswers(
    [{ id: 'page', title: 'T', formElements: [element] }],
    registry,
    { [element.id]: value },
    check,
    { today: '2026-11-20', revision: 1 },
  );
};

function Answers({
  elements,
  answers,
}: {
  elements: FormElement[];
  answers: Record<string, unknown>;
}) {
  const { shown } = evaluateForm(
    [{ id: 'page', title: 'T', formElements: elements }],
    registry,
    answers,
    { today: '2026-11-20', revision: 1 },
  );
  return (
    <AnswerList placed={[...shown.values()]} views={useViews(elements, registry)} language="de" />
  );
}

/** Renders the answer for reading, in the view of its type. */
const showAnswer = (element: FormElement, value: unknown) =>
  act(
    async () =>
      void render(
        <TestIntl>
          <Suspense>
            <Answers elements={[element]} answers={{ [element.id]: value }} />
          </Suspense>
        </TestIntl>,
      ),
  );

/** Shortens a value for a test's name, because pictures are long. */
const named = (value: unknown) => [JSON.stringify(value).slice(0, 100), value] as const;

it('Every element type has a folder and every folder has a type', () => {
  expect([...elementTypes, ...portalTypes].map(({ type }) => type).sort()).toEqual(folders.sort());
});

it('`portalTypes` lists exactly the types that are portal-only', () => {
  expect([...registry.values()].filter(({ isPortalOnly }) => isPortalOnly)).toEqual(portalTypes);
});

it('No definition imports React, so that the server can load it', () => {
  const script = `
    await import('./widgets/registry.ts');
    const paths = Object.keys(process.getBuiltinModule('module')._cache ?? {});
    const isReact = (path) => /node_modules.react(-dom)?.index/.test(path);
    process.stdout.write(String(paths.some(isReact)));
  `;
  expect(
    execFileSync(process.execPath, ['--import', 'tsx', '--input-type=module', '-e', script], {
      encoding: 'utf8',
    }),
  ).toBe('false');
});

describe.each(
  [...elementTypes, ...portalTypes].map((elementType) => [elementType.type, elementType] as const),
)('%s', async (type, elementType) => {
  const { fixtures } = (await import(`./${type}/fixtures.ts`)) as { fixtures: Fixture[] };
  await elementType.view();

  it('The type has an answer view exactly if it has an answer', async () =>
    expect('Answer' in (await elementType.view())).toBe(elementType.value !== undefined));

  const texts = fixtures.flatMap(({ element, prefilled = [] }) =>
    prefilled.map(([text, answer]) => ({ element, text, answer })),
  );
  it('The type has prefill samples exactly if it parses texts', () =>
    expect(elementType.parseText !== undefined).toBe(texts.length > 0));
  it.each(texts)('The URL parameter $text is parsed as $answer', ({ element, text, answer }) =>
    expect(registry.get(type)?.parseText?.(text, element, { today: '2026-11-20' })).toEqual(answer),
  );

  it('A type with a text field has a sample to type', () => {
    const { type: kind } = (elementType.value ?? {}) as { type?: unknown };
    const isText = kind === 'string' && !elementType.isSecret;
    const isChosen = 'options' in elementType.config.properties || chosenTexts.includes(type);
    expect(fixtures.some(({ typed }) => typed !== undefined) || !isText || isChosen).toBe(true);
  });

  describe.each(fixtures.map((fixture) => [fixture.element.id, fixture] as const))(
    '%s',
    (_, { element, valid, invalid, typed }) => {
      it.each(valid.map(named))('The answer %s is accepted', (_name, value) => {
        expect(judge(element, value)).toMatchObject({
          answers: { [element.id]: value },
          errors: [],
        });
        expect(JSON.parse(JSON.stringify(value))).toEqual(value);
      });

      it.each(invalid.map(named))(
        'The answer %s is rejected with a message',
        async (_name, value) => {
          const errors = judge(element, value).errors;
          expect(errors).toMatchObject([{ address: element.id }]);
          await act(
            async () =>
              void render(<TestForm elements={[element]} initial={{ [element.id]: value }} />),
          );
          await userEvent.click(screen.getByRole('button', { name: 'Absenden' }));
          const [link] = screen.getAllByRole('link');
          expect(link?.textContent).toMatch(/[:?] .{8,}\.$/);
        },
      );

      it('The empty element is drawn with its label', async () => {
        await act(async () => void render(<TestForm elements={[element]} />));
        if (element.label) expect(screen.getByText(localize(element.label, 'de'))).toBeVisible();
      });

      it('The element is disabled while the form is submitted', async () => {
        const [value] = valid;
        await act(
          async () =>
            void render(
              <TestForm
                elements={[element]}
                initial={value === undefined ? {} : { [element.id]: value }}
                isSubmitting
              />,
            ),
        );
        const send = screen.getByRole('button', { name: 'Absenden' });
        const controls = [
          'textbox',
          'combobox',
          'spinbutton',
          'checkbox',
          'radio',
          'slider',
          'button',
        ]
          .flatMap((role) => screen.queryAllByRole(role))
          .filter((control) => control !== send);
        for (const control of controls) expect(control).toBeDisabled();
      });

      it.skipIf(typed === undefined)('Typed text becomes a valid answer', async () => {
        const onSubmit = vi.fn();
        await act(async () => void render(<TestForm elements={[element]} onSubmit={onSubmit} />));
        await userEvent.type(screen.getByRole('textbox'), typed ?? '');
        await userEvent.click(screen.getByRole('button', { name: 'Absenden' }));
        const [answers] = onSubmit.mock.calls[0] as [Record<string, unknown>];
        expect(judge(element, answers[element.id]).errors).toEqual([]);
        expect(screen.getByRole('textbox')).toHaveValue(typed);
      });

      it.skipIf(typed === undefined)('Invisible characters are no part of the answer', async () => {
        const onSubmit = vi.fn();
        for (const text of [typed ?? '', `\u200B${typed}\u00AD\uFEFF`]) {
          await act(async () => void render(<TestForm elements={[element]} onSubmit={onSubmit} />));
          await userEvent.click(screen.getByRole('textbox'));
          await userEvent.paste(text);
          await userEvent.click(screen.getByRole('button', { name: 'Absenden' }));
          cleanup();
        }
        const [plain, cleaned] = onSubmit.mock.calls.map(([answers]) => answers as object);
        expect(plain).toEqual({ [element.id]: expect.anything() });
        expect(cleaned).toEqual(plain);
      });

      it.each(valid.map(named))('The answer %s is formatted as text', (_name, value) => {
        expect(
          displayAnswer(elementType, value, element, { language: 'de', text: getTexts('de') }),
        ).toMatch(/^(?!.*(undefined|NaN|\[object)).*\S/s);
      });

      it.each(valid.map(named))('The answer %s is shown to readers', async (_name, value) => {
        await showAnswer(element, value);
        for (const answer of screen.getAllByRole('definition'))
          expect(within(answer).queryByRole('img') ?? answer.textContent?.trim()).toBeTruthy();
      });
    },
  );
});
