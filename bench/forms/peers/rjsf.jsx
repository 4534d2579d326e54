import Form from '@rjsf/core';
import validator from '@rjsf/validator-ajv8';
import { createRef } from 'react';
import { createRoot } from 'react-dom/client';
import { flushSync } from 'react-dom';

const schemaOf = {
  text: ({ pattern, maxLength }) => ({ type: 'string', pattern, maxLength }),
  textarea: ({ maxLength }) => ({ type: 'string', maxLength }),
  number: ({ min, max }) => ({ type: 'number', minimum: min, maximum: max }),
  date: () => ({ type: 'string', format: 'date' }),
  radio: ({ options }) => ({ type: 'string', enum: options }),
  multi: ({ options, required }) => ({
    type: 'array',
    uniqueItems: true,
    items: { type: 'string', enum: options },
    ...(required && { minItems: 1 }),
  }),
  checkbox: () => ({ type: 'boolean' }),
  rating: ({ options }) => ({ type: 'integer', enum: options }),
};
const widgets = { textarea: 'textarea', radio: 'radio', multi: 'checkboxes' };

const propertiesOf = (fields) =>
  Object.fromEntries(
    fields.map((field) => [field.name, { title: field.label, ...schemaOf[field.kind](field) }]),
  );

function schemaFor({ fields }) {
  const waiting = fields.filter(({ showIf }) => showIf);
  return {
    type: 'object',
    required: fields.filter(({ required }) => required).map(({ name }) => name),
    properties: propertiesOf(fields.filter(({ showIf }) => !showIf)),
    ...(waiting.length > 0 && {
      allOf: waiting.map((field) => ({
        if: { properties: { [field.showIf]: { const: true } }, required: [field.showIf] },
        then: { properties: propertiesOf([field]) },
      })),
    }),
  };
}

const form = createRef();

window.contestant = {
  title: 'RJSF as it comes',
  mount(container, spec) {
    const uiSchema = Object.fromEntries(
      spec.fields
        .filter(({ kind }) => widgets[kind])
        .map(({ name, kind }) => [name, { 'ui:widget': widgets[kind] }]),
    );
    createRoot(container).render(
      <Form
        ref={form}
        schema={schemaFor(spec)}
        uiSchema={uiSchema}
        initialFormData={spec.values}
        validator={validator}
        noHtml5Validate
        showErrorList={false}
      />,
    );
  },
  fieldSelector: (name) => `#root_${name}, #root_${name}-0`,
  getValue: (name) => form.current.state.formData[name],
  validate() {
    flushSync(() => form.current.validateForm());
    return form.current.state.errors.length;
  },
};
