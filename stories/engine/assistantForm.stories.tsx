import type { Meta, StoryObj } from '@storybook/react-vite';
import { expect, waitFor } from 'storybook/test';
import type { FormElement } from '#schemas/forms/forms.ts';
import { TestForm } from '#src/engine/testing/TestForm.tsx';

const elements: FormElement[] = [
  { id: 'you', type: 'headline', label: 'Ihre Angaben', help: 'So erreichen wir Sie.' },
  { id: 'first', type: 'input', label: 'Vorname', required: true, width: 'half' },
  { id: 'last', type: 'input', label: 'Nachname', required: true, width: 'half' },
  { id: 'accident', type: 'headline', label: 'Der Unfall' },
  { id: 'injured', type: 'checkbox', label: 'Jemand wurde verletzt' },
  {
    id: 'who',
    type: 'textarea',
    label: 'Wer?',
    required: true,
    visibleWhen: { element: 'injured', equals: true },
  },
];

/** A whole form: sections, rules, errors. */
const meta = { title: 'Engine/Form', component: TestForm, args: { elements } } satisfies Meta<
  typeof TestForm
>;
export default meta;
type Story = StoryObj<typeof meta>;

export const Plain: Story = {};
export const RuleMet: Story = { args: { initial: { injured: true } } };
export const ErrorSummary: Story = {
  play: async ({ canvas, userEvent }) =>
    userEvent.click(await canvas.findByRole('button', { name: 'Absenden' })),
};
export const Sending: Story = { args: { isSubmitting: true } };
export const SendingFailed: Story = {
  args: { submitError: 'Wir erreichen den Server gerade nicht.' },
};
export const UnsupportedElement: Story = {
  args: { elements: [...elements, { id: 'holo', type: 'holo', label: 'Hologramm' }] },
};

const isDrawn = (control: HTMLElement): boolean =>
  control.checkVisibility({ contentVisibilityAuto: true });

/** Distant elements are not rendered, but found and rendered on demand. */
export const TwoHundredElements: Story = {
  args: {
    elements: Array.from({ length: 200 }, (_, index) => ({
      id: `e${index}`,
      type: 'input',
      label: `Feld ${index + 1}`,
    })),
  },
  play: async ({ canvas }) => {
    const [first, last] = [
      await canvas.findByLabelText(/^Feld 1 /),
      await canvas.findByLabelText(/^Feld 200 /),
    ];
    await waitFor(() => expect([first, last].map(isDrawn)).toEqual([true, false]));
    last.focus();
    await waitFor(() => expect([first, last].map(isDrawn)).toEqual([false, true]));
    await expect(last.getBoundingClientRect().bottom).toBeLessThanOrEqual(innerHeight);
  },
};
