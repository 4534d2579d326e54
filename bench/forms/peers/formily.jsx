import { createForm } from '@formily/core';
import { connect, createSchemaField, FormProvider, observer, useField } from '@formily/react';
import { createRoot } from 'react-dom/client';
import { Input } from '../pages/inputs.tsx';

const Question = observer(({ children }) => {
  const { title, selfErrors } = useField();
  return (
    <div className="field">
      <label>{title}</label>
      {children}
      {selfErrors.length > 0 && <p className="error">{selfErrors.join()}</p>}
    </div>
  );
});

const SchemaField = createSchemaField({ components: { Question, Input: connect(Input) } });

const types = { number: 'number', rating: 'number', checkbox: 'boolean', multi: 'array' };

const propertyOf = (field) => ({
  type: types[field.kind] ?? 'string',
  title: field.label,
  required: field.required,
  'x-decorator': 'Question',
  'x-component': 'Input',
  'x-component-props': { field },
  ...(field.pattern && { pattern: field.pattern }),
  ...(field.maxLength && { maxLength: field.maxLength }),
  ...(field.kind === 'number' && { minimum: field.min, maximum: field.max }),
  ...(field.showIf && { 'x-visible': `{{$values.${field.showIf} === true}}` }),
});

let form;

window.contestant = {
  title: 'Formily',
  mount(container, { fields, values }) {
    form = createForm({ values: structuredClone(values) });
    const schema = {
      type: 'object',
      properties: Object.fromEntries(fields.map((field) => [field.name, propertyOf(field)])),
    };
    createRoot(container).render(
      <FormProvider form={form}>
        <SchemaField schema={schema} />
      </FormProvider>,
    );
  },
  fieldSelector: (name) => `#${name}`,
  getValue: (name) => form.values[name],
  validate: () =>
    form.validate().then(
      () => 0,
      () => form.errors.length,
    ),
};
