import RjsfForm from '@rjsf/core';
import type { RJSFSchema } from '@rjsf/utils';
import { memo } from 'react';
import type { FormSchema } from '#src/engine/core/definition/toJsonSchema.ts';
import { rjsfValidator } from './rjsfValidator.ts';
import { SectionLayout } from './SectionLayout.tsx';

/** RJSF renders the root schema with this field; ours renders the whole form. */
const fields = { SchemaField: SectionLayout };

/**
 * Renders the schema once, because RJSF compares its props in depth at each render. It gets no
 * answers.
 */
export const RjsfRoot = memo(function RjsfRoot({ schema }: { schema: FormSchema }) {
  return (
    <RjsfForm<Record<string, unknown>, RJSFSchema>
      tagName="div"
      schema={schema}
      validator={rjsfValidator}
      fields={fields}
      showErrorList={false}
    >
      {/* RJSF renders no submit button if it has a child. */}
      <></>
    </RjsfForm>
  );
});
