import RjsfForm from '@rjsf/core';
import type { RJSFSchema } from '@rjsf/utils';
import { memo } from 'react';
import type { FormSchema } from '#src/engine/core/definition/toJsonSchema.ts';
import { rjsfValidator } from './rjsfValidator.ts';
import { SectionLayout } from './SectionLayout.tsx';

/** RJSF starts with the field of the root schema; ours draws the whole form. */
const fields = { SchemaField: SectionLayout };

/** Draws the schema once: at each render RJSF compares its props in depth. It knows no answers. */
export const RjsfRoot = memo(function RjsfRoot({ schema }: { schema: FormSchema }) {
  return (
    <RjsfForm<Record<string, unknown>, RJSFSchema>
      tagName="div"
      schema={schema}
      validator={rjsfValidator}
      fields={fields}
      showErrorList={false}
    >
      {/* An own child keeps RJSF from drawing its submit button. */}
      <></>
    </RjsfForm>
  );
});
