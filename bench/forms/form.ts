import type { FormContent, FormElement } from '#schemas/forms/forms.ts';
import type { Field, Kind, Spec } from './spec.ts';

const buildOptions = ({ options = [] }: Field) =>
  options.map((value) => ({ value: String(value), label: String(value) }));

const typeByKind: Record<Kind, (field: Field) => { type: string; [setting: string]: unknown }> = {
  text: ({ pattern = '', maxLength }) => ({
    type: 'inputregex',
    pattern: pattern.slice(1, -1),
    message: 'Letters and digits.',
    maxLength,
  }),
  textarea: ({ maxLength }) => ({ type: 'textarea', maxLength }),
  number: ({ min, max }) => ({ type: 'number', min, max }),
  date: () => ({ type: 'date' }),
  radio: (field) => ({ type: 'simplechoice', options: buildOptions(field) }),
  multi: (field) => ({ type: 'multiplechoice', options: buildOptions(field) }),
  checkbox: () => ({ type: 'checkbox' }),
  rating: () => ({ type: 'rating' }),
};

function buildElement(field: Field): FormElement {
  const { name, label, required, showIf, contains } = field;
  return {
    id: name,
    label,
    required,
    ...typeByKind[field.kind](field),
    ...(showIf === undefined
      ? {}
      : {
          visibleWhen:
            contains === undefined
              ? { element: showIf, equals: true }
              : { element: showIf, contains },
        }),
  };
}

/** Converts the neutral form to a form definition of ours. */
export function buildForm({ fields, rows }: Spec): FormContent {
  if (!rows) return { title: 'Bench', formElements: fields.map(buildElement) };
  return {
    title: 'Bench',
    formElements: [
      {
        id: 'rows',
        type: 'group',
        label: 'Rows',
        min: 1,
        max: rows.count,
        formElements: rows.fields.map(buildElement),
      },
    ],
  };
}

/** Converts the start values to answers. The faces of our rating have no numbers. */
export function listAnswers({ fields, values, rows }: Spec): Record<string, unknown> {
  if (rows)
    return {
      rows: Array.from({ length: rows.count }, (_, row) =>
        Object.fromEntries(rows.fields.map(({ name }) => [name, values[`rows/${row}/${name}`]])),
      ),
    };
  return Object.fromEntries(
    fields
      .filter(({ name }) => values[name] !== undefined)
      .map(({ name, kind }) => [name, kind === 'rating' ? 'positiv' : values[name]]),
  );
}
