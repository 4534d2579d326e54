import { withTheme } from '@rjsf/core';
import type { RJSFSchema, UiSchema, ValidatorType } from '@rjsf/utils';
import { useCallback, useMemo, useState } from 'react';
import { useIntl, type MessageDescriptor } from 'react-intl';
import type { Language } from '#schemas/platform/common.ts';
import type { FormDefinition } from '#schemas/forms/forms.ts';
import type { FormatMessage } from '#src/engine/core/validation/formatError.ts';
import { ServicesContext } from '#src/engine/react/services/useService.ts';
import { withFormRules } from '#src/engine/rjsf/formRules.ts';
import { createTheme } from '#src/engine/rjsf/theme.tsx';
import { toRjsf, type RjsfForm } from '#src/engine/rjsf/toRjsf.ts';
import { translateErrors } from '#src/engine/rjsf/translateErrors.ts';
import { wholeFormValidator } from '#src/engine/rjsf/wholeFormValidator.ts';
import { portalRegistry as registry } from '#widgets/portalRegistry.ts';
import { sampleServices } from './TestForm.tsx';

export const testToday = '2026-11-20';

/** RJSF's own form with our theme. */
const ThemedForm = withTheme<unknown>(createTheme({ registry, today: () => testToday }));

const noServices: never[] = [];

/** Formats a message by its id. */
function useText(): FormatMessage {
  const intl = useIntl();
  return useCallback(
    (id, values) => String(intl.formatMessage({ id } as MessageDescriptor, values)),
    [intl],
  );
}

type FormProps = {
  schema: RJSFSchema;
  uiSchema?: UiSchema;
  validator: ValidatorType<unknown>;
  formData?: unknown;
  onSubmit?: (formData: unknown) => void;
};

/** Draws any schema with stock `@rjsf/core` and our theme. */
export function ThemedRjsfForm({ formData, onSubmit, uiSchema = {}, ...props }: FormProps) {
  const [services] = useState(() => sampleServices(noServices));
  const text = useText();
  const transformErrors = useMemo(() => translateErrors(text), [text]);
  return (
    <ServicesContext value={services}>
      <ThemedForm
        {...props}
        uiSchema={uiSchema}
        transformErrors={transformErrors}
        {...(formData === undefined ? {} : { initialFormData: formData })}
        onSubmit={({ formData: submitted }) => onSubmit?.(submitted)}
        onError={() => undefined} // without one RJSF logs every error
      />
    </ServicesContext>
  );
}

export type StockRjsfFormProps = {
  definition: FormDefinition;
  language?: Language;
  formData?: unknown;
  onSubmit?: (formData: unknown) => void;
  /** Changes what `toRjsf` returns, for tests that prove that a difference is found. */
  change?: (form: RjsfForm) => RjsfForm;
};

/** Draws one of our definitions with stock `@rjsf/core`, our theme and a precompiled validator. */
export function StockRjsfForm(props: StockRjsfFormProps) {
  const { definition, language = 'de', formData, onSubmit, change = (form) => form } = props;
  const text = useText();
  const form = useMemo(
    () => change(toRjsf(definition, language, registry)),
    [definition, language, change],
  );
  const base = useMemo(() => wholeFormValidator(form.schema, { isOurs: true }), [form.schema]);
  const validator = useMemo(() => {
    const context = () => ({ today: testToday, revision: 1 });
    return withFormRules(base, { definition, language, registry, text, context });
  }, [base, definition, language, text]);
  return (
    <ThemedRjsfForm
      schema={form.schema}
      uiSchema={form.uiSchema}
      validator={validator}
      {...(formData === undefined ? {} : { formData })}
      {...(onSubmit ? { onSubmit } : {})}
    />
  );
}
