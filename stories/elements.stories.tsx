import type { Meta, StoryObj } from '@storybook/react-vite';
import { Suspense } from 'react';
import { expect } from 'storybook/test';
import { TestForm } from '#src/engine/testing/TestForm.tsx';
import { useViews } from '#src/engine/react/loadViews.ts';
import { evaluateForm } from '#src/engine/core/evaluateForm.ts';
import { AnswerList } from '#src/engine/react/AnswerList.tsx';
import type { Fixture } from '#widgets/fixture.ts';
import { portalRegistry as registry } from '#widgets/portalRegistry.ts';
import { inDark } from './themes.ts';

const modules = import.meta.glob<{ fixtures: Fixture[] }>('../widgets/*/fixtures.ts', { eager: true });
/** Every element type in every fixture, under ids of their own. */
const fixtures = Object.values(modules).flatMap((module) => module.fixtures).map((fixture, index) => ({ ...fixture, element: { ...fixture.element, id: `e${index}`, required: fixture.element.required ?? false } }));
const elements = fixtures.map(({ element }) => element);
const answers = (pick: 'valid' | 'invalid') => Object.fromEntries(fixtures.flatMap(({ element, ...values }) => (values[pick].length > 0 ? [[element.id, values[pick][0]]] : [])));

function ReadOnlyList({ language }: { language: 'de' | 'en' }) {
  const { shown } = evaluateForm([{ id: 'page', title: 'Alle', formElements: elements }], registry, answers('valid'), { today: '2026-11-20', revision: 1 });
  return <AnswerList placed={[...shown.values()]} views={useViews(elements, registry)} language={language} />;
}

/** The element types, each in the states a visitor can meet. */
const meta = { title: 'Engine/Element types', component: TestForm, args: { elements } } satisfies Meta<typeof TestForm>;
export default meta;
type Story = StoryObj<typeof meta>;

export const Empty: Story = {};
export const EmptyDark = inDark(Empty);
export const Filled: Story = { args: { initial: answers('valid') } };
export const FilledDark = inDark(Filled);
export const WithErrors: Story = {
  args: { initial: answers('invalid') },
  play: async ({ canvas, userEvent }) => userEvent.click(await canvas.findByRole('button', { name: 'Absenden' })),
};
export const WithErrorsDark = inDark(WithErrors);
export const English: Story = { args: { initial: answers('valid'), language: 'en' }, globals: { language: 'en' } };
export const ReadOnly: Story = { render: ({ language = 'de' }) => <Suspense><ReadOnlyList language={language} /></Suspense> };
export const ReadOnlyDark = inDark(ReadOnly);
/** While answers are on their way every field is closed. */
export const Disabled: Story = { args: { initial: answers('valid'), isSubmitting: true } };
export const DisabledDark = inDark(Disabled);
const onPhone: Pick<Story, 'decorators'> = { decorators: [(Story) => <div style={{ maxWidth: '22.375rem' }}><Story /></div>] };
export const Phone: Story = { ...Filled, ...onPhone };
export const PhoneDark = inDark(Phone);
/** As narrow as a phone of 320 pixels leaves it, and narrower: nothing is cut off, and nothing makes the page scroll sideways. */
export const Narrowest: Story = {
  ...WithErrors,
  decorators: [(Story) => (
    <div data-testid="narrow" style={{ width: '17.5rem' }}>
      <style>{'* { content-visibility: visible !important }'}</style> {/* what is far away has no layout to measure */}
      <Story />
    </div>
  )],
  play: async (stage) => {
    await WithErrors.play?.(stage);
    const { right } = stage.canvas.getByTestId('narrow').getBoundingClientRect();
    const visible = [...stage.canvasElement.querySelectorAll('button, input, select, textarea, label, p')].filter((each) => each.checkVisibility() && getComputedStyle(each).position !== 'absolute');
    await expect(visible.filter((each) => each.getBoundingClientRect().right > right + 1).map((each) => each.outerHTML.slice(0, 200))).toEqual([]);
  },
};
