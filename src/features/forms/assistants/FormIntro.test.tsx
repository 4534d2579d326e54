// @vitest-environment jsdom
import { render, screen } from '@testing-library/react';
import { expect, it } from 'vitest';
import { TestIntl } from '#src/engine/testing/TestForm.tsx';
import { FormIntro } from './FormIntro.tsx';

it('A description without a full stop does not run into the sentence about required fields', () => {
  render(
    <TestIntl>
      <FormIntro sender="Kanzlei" title="Unfall" about={{ description: 'Dauert fünf Minuten' }} />
    </TestIntl>,
  );
  expect(screen.getByText('Dauert fünf Minuten').textContent).toBe('Dauert fünf Minuten');
  expect(screen.getByText(/sind Pflicht/)).toBeVisible();
});
