// @vitest-environment jsdom
import { readFileSync } from 'node:fs';
import { render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, it, vi } from 'vitest';
import type { FormDefinition } from '#schemas/forms/forms.ts';
import { loadViews } from '#src/engine/react/context/loadViews.ts';
import { allFixtures } from '#src/engine/testing/fixtures.ts';
import { ExampleForm } from '#src/engine/testing/ExampleRjsfApp.tsx';
import { idleUploads, TestIntl } from '#src/engine/testing/TestForm.tsx';
import { portalRegistry as registry } from '#widgets/portalRegistry.ts';
import { uploads } from '#src/engine/react/services/uploads.ts';
import { useService } from '#src/engine/react/services/useService.ts';

// A view that loads during the test would suspend outside of `act`.
await loadViews(
  allFixtures.map(({ element }) => element),
  registry,
);

const definition: FormDefinition = {
  title: 'Accident',
  formElements: [
    { id: 'name', type: 'input', label: 'Name', required: true },
    { id: 'photos', type: 'file', label: 'Photos' },
  ],
};

it('The code in docs/rjsf.md is the example that the compiler checks', () => {
  const [, code] = /```tsx\n([^]*?)```/.exec(readFileSync('docs/rjsf.md', 'utf8')) ?? [];
  expect(code).toBe(readFileSync('src/engine/testing/ExampleRjsfApp.tsx', 'utf8'));
});

it('The example reports a missing answer, then sends the answers of a form with files', async () => {
  const onSend = vi.fn();
  const log = vi.spyOn(console, 'error');
  render(
    <TestIntl language="en">
      <ExampleForm definition={definition} uploadService={idleUploads} onSend={onSend} />
    </TestIntl>,
  );
  await userEvent.click(await screen.findByRole('button', { name: 'Send answers' }));
  expect(onSend).not.toHaveBeenCalled();
  expect((await screen.findByLabelText(/^Name/)).getAttribute('aria-invalid')).toBe('true');
  await userEvent.type(screen.getByLabelText(/^Name/), 'Jonas');
  await userEvent.click(screen.getByRole('button', { name: 'Send answers' }));
  expect(onSend).toHaveBeenCalledWith({ name: 'Jonas' });
  expect(log).not.toHaveBeenCalled();
});

it('A missing service names itself and the place that explains how to add it', () => {
  vi.spyOn(console, 'error').mockImplementation(() => undefined);
  const UsesUploads = () => (useService(uploads), null);
  expect(() => render(<UsesUploads />)).toThrow(
    'The service `uploads` is missing. Add it to ServicesContext (docs/rjsf.md#services).',
  );
});
