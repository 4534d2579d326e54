// @vitest-environment jsdom
import { render, screen } from '@testing-library/react';
import { expect, it } from 'vitest';
import { createTestEngine, TestIntl } from '#src/engine/testing/TestForm.tsx';
import { FormOutline } from './FormOutline.tsx';
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
  expect(screen.getByText('0 von 1 Pflichtangaben erledigt')).toBeVisible();
});

it('The outline shows no count without required elements', () => {
  render(
    <TestIntl>
      <Outline isRequired={false} />
    </TestIntl>,
  );
  expect(screen.queryByText(/Pflichtangaben/)).toBeNull();
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
