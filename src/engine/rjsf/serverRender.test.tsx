import type { RJSFSchema } from '@rjsf/utils';
import { prerender } from 'react-dom/static';
import { afterEach, expect, it, vi } from 'vitest';
import type { FormDefinition } from '#schemas/forms/forms.ts';
import { ThemedRjsfForm } from '#src/engine/testing/StockRjsfForm.tsx';
import { TestIntl } from '#src/engine/testing/TestForm.tsx';
import { portalRegistry as registry } from '#widgets/portalRegistry.ts';
import { toRjsf } from './toRjsf.ts';
import { wholeFormValidator } from './wholeFormValidator.ts';

const definition: FormDefinition = {
  title: 'Accident',
  formElements: [
    { id: 'name', type: 'input', label: 'Name', required: true },
    { id: 'day', type: 'date', label: 'Day' },
  ],
};
const ours = { ...toRjsf(definition, 'en', registry), isOurs: true };
const plain = {
  schema: {
    type: 'object',
    properties: { name: { type: 'string', title: 'Name' }, day: { type: 'string', title: 'Day' } },
  } satisfies RJSFSchema,
  isOurs: false,
};

afterEach(() => void vi.restoreAllMocks());

it.each([
  ['of a definition', ours],
  ['of plain JSON Schema', plain],
])('A form %s is rendered on a server with all its inputs', async (_name, { isOurs, ...form }) => {
  const log = vi.spyOn(console, 'error');
  const { prelude } = await prerender(
    <TestIntl language="en">
      <ThemedRjsfForm
        {...form}
        validator={wholeFormValidator(form.schema, { isOurs })}
        onSubmit={() => undefined}
      />
    </TestIntl>,
  );
  const html = await new Response(prelude).text();
  expect(html.match(/<input/g)).toHaveLength(2);
  expect(html).not.toContain('<template data-msg');
  expect(log).not.toHaveBeenCalled();
});
