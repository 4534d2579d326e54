import { withTheme } from '@rjsf/core';
import { useMemo } from 'react';
import { useIntl, type MessageDescriptor } from 'react-intl';
import type { FormDefinition } from '#schemas/forms/forms.ts';
import { getGermanDay } from '#schemas/platform/dates.ts';
import type { FormatMessage } from '#src/engine/core/validation/formatError.ts';
import { provide, toServices } from '#src/engine/react/services/services.ts';
import { uploads, type Uploads } from '#src/engine/react/services/uploads.ts';
import { ServicesContext } from '#src/engine/react/services/useService.ts';
import { readAnswers, withFormRules } from '#src/engine/rjsf/formRules.ts';
import { createTheme } from '#src/engine/rjsf/theme.tsx';
import { toRjsf } from '#src/engine/rjsf/toRjsf.ts';
import { wholeFormValidator } from '#src/engine/rjsf/wholeFormValidator.ts';
import { registry } from '#widgets/registry.ts'; // or `createRegistry` with your own types

const Form = withTheme<unknown>(createTheme({ registry }));
const language = 'en';
const context = () => ({ today: getGermanDay(new Date()), revision: 1 });

type ExampleProps = {
  definition: FormDefinition;
  uploadService: Uploads; // for elements of type `file`
  onSend: (answers: Record<string, unknown>) => void;
};

export function ExampleForm({ definition, uploadService, onSend }: ExampleProps) {
  const intl = useIntl();
  const services = useMemo(() => toServices([provide(uploads, uploadService)]), [uploadService]);
  const { schema, uiSchema } = useMemo(() => toRjsf(definition, language, registry), [definition]);
  const validator = useMemo(() => {
    const text: FormatMessage = (id, values) =>
      String(intl.formatMessage({ id } as MessageDescriptor, values));
    const base = wholeFormValidator(schema, { isOurs: true });
    return withFormRules(base, { definition, language, registry, text, context });
  }, [schema, definition, intl]);
  return (
    <ServicesContext value={services}>
      <Form
        schema={schema}
        uiSchema={uiSchema}
        validator={validator}
        onSubmit={({ formData }) =>
          onSend(readAnswers(formData, { definition, registry, context }))
        }
        onError={() => undefined} // without one RJSF logs every error
      />
    </ServicesContext>
  );
}
