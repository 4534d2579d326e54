// @vitest-environment jsdom
import { render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, it } from 'vitest';
import { createTestEngine, TestIntl } from '#src/engine/testing/TestForm.tsx';
import { FormOutline, FormProgress } from './FormOutline.tsx';
import { useSteps } from './useSteps.ts';

function Outline({ isRequired, errors = 0 }: { isRequired: boolean; errors?: number }) {
  const engine = createTestEngine([
    { id: 'name', type: 'input', label: 'Name', required: isRequired },
  ]);
  const steps = useSteps({ engine, language: 'de', wanted: undefined, onGo: () => undefined });
  return (
    <FormOutline
      engine={engine}
      steps={steps}
      language="de"
      besides={{ answered: 0, required: 0, errors }}
    />
  );
}

it('The outline shows how many required answers are given', () => {
  render(
    <TestIntl>
      <Outline isRequired />
    </TestIntl>,
  );
  expect(screen.getByText('0 von 1 Pflichtangabe ausgefüllt')).toBeVisible();
});

it('The outline shows no count without required elements', () => {
  render(
    <TestIntl>
      <Outline isRequired={false} />
    </TestIntl>,
  );
  expect(screen.queryByText(/Pflichtangabe/)).toBeNull();
  expect(screen.queryByRole('progressbar')).toBeNull();
});

it('The last section of the outline includes the errors outside the form', () => {
  render(
    <TestIntl>
      <Outline isRequired errors={2} />
    </TestIntl>,
  );
  expect(screen.getByText('2 Angaben prüfen')).toBeVisible();
});

function PhoneProgress() {
  const engine = createTestEngine([
    { id: 'you', type: 'headline', label: 'Sie' },
    { id: 'name', type: 'input', label: 'Name' },
    { id: 'accident', type: 'headline', label: 'Der Unfall' },
    { id: 'place', type: 'input', label: 'Ort' },
  ]);
  const steps = useSteps({ engine, language: 'de', wanted: undefined, onGo: () => undefined });
  return (
    <FormProgress
      engine={engine}
      steps={steps}
      language="de"
      besides={{ answered: 0, required: 0, errors: 0 }}
    />
  );
}

it('The progress of a phone opens the list of all sections', async () => {
  render(
    <TestIntl>
      <PhoneProgress />
    </TestIntl>,
  );
  await userEvent.click(screen.getByText(/^Abschnitt 1 von 2/));
  expect(await screen.findByRole('navigation', { name: 'Abschnitte' })).toHaveTextContent(
    'Der Unfall',
  );
});

it('Escape closes the opened list and returns the focus to what opened it', async () => {
  render(
    <TestIntl>
      <PhoneProgress />
    </TestIntl>,
  );
  await userEvent.click(screen.getByText(/Abschnitt 1 von 2/));
  screen.getByRole('link', { name: /Der Unfall/ }).focus();
  await userEvent.keyboard('{Escape}');
  expect(screen.queryByRole('navigation')).toBeNull();
  expect(document.activeElement?.tagName).toBe('SUMMARY');
});
