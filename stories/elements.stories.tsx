import type { Meta, StoryObj } from '@storybook/react-vite';
import { Suspense } from 'react';
import { TestForm } from '#src/engine/testing/TestForm.tsx';
import { useViews } from '#src/engine/react/loadViews.ts';
import { ElementFrame } from '#src/engine/react/ElementFrame.tsx';
import type { Fixture } from '#widgets/fixture.ts';
import { registry } from '#widgets/registry.ts';
import { inDark } from './themes.ts';

const modules = import.meta.glob<{ fixtures: Fixture[] }>('../widgets/*/fixtures.ts', { eager: true });
/** Every element type in every fixture, under ids of their own. */
const fixtures = Object.values(modules).flatMap((module) => module.fixtures).map((fixture, index) => ({ ...fixture, element: { ...fixture.element, id: `e${index}`, required: fixture.element.required ?? false } }));
const elements = fixtures.map(({ element }) => element);
const answers = (pick: 'valid' | 'invalid') => Object.fromEntries(fixtures.flatMap(({ element, ...values }) => (values[pick].length > 0 ? [[element.id, values[pick][0]]] : [])));

function ReadOnlyList() {
  const views = useViews(elements, registry);
  return fixtures.map(({ element, valid }) => {
    const view = views.get(element.type);
    return view && <ElementFrame key={element.id} element={element} kind="none" language="de" error={undefined}><view.Answer element={element} value={valid[0]} language="de" /></ElementFrame>;
  });
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
export const ReadOnly: Story = { render: () => <Suspense><ReadOnlyList /></Suspense> };
