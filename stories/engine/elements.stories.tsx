import type { Meta, StoryObj } from '@storybook/react-vite';
import { Suspense } from 'react';
import { expect, waitFor } from 'storybook/test';
import { allFixtures } from '#src/engine/testing/fixtures.ts';
import { TestForm } from '#src/engine/testing/TestForm.tsx';
import {
  SubmittedAnswers,
  type SubmittedAnswersProps,
} from '#src/engine/react/review/SubmittedAnswers.tsx';
import { portalRegistry as registry } from '#widgets/portalRegistry.ts';
import { inDark, inWindow } from '../support/variants.ts';

/** Every fixture of every element type, with unique ids. */
const fixtures = allFixtures.map((fixture, index) => ({
  ...fixture,
  element: { ...fixture.element, id: `e${index}`, required: fixture.element.required ?? false },
}));
const elements = fixtures.map(({ element }) => element);
const answers = (pick: 'valid' | 'invalid') =>
  Object.fromEntries(
    fixtures.flatMap(({ element, ...values }) =>
      values[pick].length > 0 ? [[element.id, values[pick][0]]] : [],
    ),
  );

function ReadOnlyList({ language }: { language: 'de' | 'en' }) {
  const sent = fixtures.flatMap(({ element: { id, type }, valid: [value] }) =>
    value === undefined ? [] : [{ elementId: id, type, value }],
  );
  return (
    <SubmittedAnswers
      submission={{
        formElement: { title: 'Alle', formElements: elements },
        answers: sent,
        revision: 1,
        submittedAt: '2026-11-20T10:00:00.000Z',
      }}
      registry={registry}
      language={language}
    />
  );
}

const sentEarlier: SubmittedAnswersProps['submission'] = {
  revision: 1,
  submittedAt: '2024-03-02T09:30:00.000Z',
  formElement: {
    title: 'Unfall melden (alte Fassung)',
    pages: [
      {
        id: 'you',
        title: 'Ihre Angaben',
        formElements: [{ id: 'name', type: 'input', label: 'Vor- und Nachname' }],
      },
      {
        id: 'accident',
        title: 'Der Unfall',
        formElements: [
          {
            id: 'fault',
            type: 'simplechoice',
            label: 'Wer war schuld?',
            options: [{ value: 'other', label: 'Der andere' }],
          },
        ],
      },
    ],
  },
  answers: [
    { elementId: 'name', type: 'input', value: 'Jonas Wieland' },
    { elementId: 'fault', type: 'simplechoice', value: 'other' },
  ],
};

/** The element types in all states. */
const meta = {
  title: 'Engine/Element types',
  component: TestForm,
  args: { elements },
} satisfies Meta<typeof TestForm>;
export default meta;
type Story = StoryObj<typeof meta>;

export const Empty: Story = {};
export const Filled: Story = { args: { initial: answers('valid') } };
export const FilledDark = inDark(Filled);
export const WithErrors: Story = {
  args: { initial: answers('invalid') },
  play: async ({ canvas, userEvent }) =>
    userEvent.click(await canvas.findByRole('button', { name: 'Absenden' })),
};
export const English: Story = {
  args: { initial: answers('valid'), language: 'en' },
  globals: { language: 'en' },
};
export const ReadOnly: Story = {
  render: ({ language = 'de' }) => (
    <Suspense>
      <ReadOnlyList language={language} />
    </Suspense>
  ),
};
/** The form has changed; the submission keeps the words of its revision. */
export const OlderRevision: Story = {
  render: ({ language = 'de' }) => (
    <Suspense>
      <SubmittedAnswers submission={sentEarlier} registry={registry} language={language} />
    </Suspense>
  ),
  play: async ({ canvas }) => {
    await expect(await canvas.findByText('Der andere')).toBeVisible();
    await expect(canvas.getAllByRole('heading').map(({ textContent }) => textContent)).toEqual([
      'Ihre Angaben',
      'Der Unfall',
    ]);
  },
};
/** Every field is disabled during the submission. */
export const Disabled: Story = { args: { initial: answers('valid'), isSubmitting: true } };
const onPhone: Pick<Story, 'decorators'> = {
  decorators: [
    (Story) => (
      <div style={{ maxWidth: '22.375rem' }}>
        <Story />
      </div>
    ),
  ],
};
export const Phone: Story = { ...Filled, ...onPhone };
/** Renders all elements in a dark window; fails when something overflows. */
const inNarrow = (width: number, percent: number) =>
  inDark(
    inWindow<Story>(
      {
        ...WithErrors,
        decorators: [
          (Story) => (
            <>
              <style>{`html { font-size: ${percent}% } * { content-visibility: visible !important }`}</style>
              <Story />
            </>
          ),
        ],
        play: async (stage) => {
          await WithErrors.play?.(stage);
          await expect(innerWidth).toBe(width);
          await waitFor(() =>
            expect(document.documentElement.scrollWidth).toBeLessThanOrEqual(width),
          );
        },
      },
      width,
      640,
    ),
  );
/** WCAG 1.4.10: a window of 1280 pixels at 400 % zoom is 320 pixels wide. */
export const Reflowed = inNarrow(320, 100);
/** WCAG 1.4.4: text of twice the size in a window at 200 % zoom, 640 pixels wide. */
export const TextTwiceAsLarge = inNarrow(640, 200);
/** In a phone of 320 pixels and below nothing is cut off or scrolls sideways. */
export const Narrowest: Story = {
  ...WithErrors,
  decorators: [
    (Story) => (
      <div data-testid="narrow" style={{ width: '17.5rem' }}>
        <style>{'* { content-visibility: visible !important }'}</style>{' '}
        {/* what is far away has no layout to measure */}
        <Story />
      </div>
    ),
  ],
  play: async (stage) => {
    await WithErrors.play?.(stage);
    const { right } = stage.canvas.getByTestId('narrow').getBoundingClientRect();
    const visible = [
      ...stage.canvasElement.querySelectorAll('button, input, select, textarea, label, p'),
    ].filter((each) => each.checkVisibility() && getComputedStyle(each).position !== 'absolute');
    await expect(
      visible
        .filter((each) => each.getBoundingClientRect().right > right + 1)
        .map((each) => each.outerHTML.slice(0, 200)),
    ).toEqual([]);
  },
};
