/** Kinds of questions that every engine supports, used in turn. */
const kinds = [
  'text',
  'number',
  'date',
  'textarea',
  'radio',
  'multi',
  'checkbox',
  'rating',
] as const;
export type Kind = (typeof kinds)[number];

export type Field = {
  name: string;
  kind: Kind;
  label: string;
  required: boolean;
  pattern?: string;
  maxLength?: number;
  min?: number;
  max?: number;
  options?: readonly (string | number)[];
  /**
   * Shows the field only while this checkbox is ticked. With `contains`, while the text of that
   * field contains it.
   */
  showIf?: string;
  contains?: string;
};

/** A form in a neutral notation, which each contestant converts. */
export type Spec = {
  fields: readonly Field[];
  values: Readonly<Record<string, unknown>>;
  /** Fields of each row, named `rows/<row>/<name>`; `fields` lists them row by row. */
  rows?: { count: number; fields: readonly Field[] };
  typeInto: string;
  first: string;
  last: string;
};

const good: Partial<Record<Kind, unknown>> = {
  text: 'Ada',
  number: 7,
  date: '2026-03-04',
  textarea: 'Some text',
  radio: 'beta',
  multi: ['alpha', 'gamma'],
  checkbox: true,
  rating: 4,
};

const settings: Partial<Record<Kind, Partial<Field>>> = {
  text: { pattern: '^[A-Za-z][A-Za-z0-9 ]*$', maxLength: 80 },
  textarea: { maxLength: 500 },
  number: { min: 0, max: 100 },
  radio: { options: ['alpha', 'beta', 'gamma', 'delta'] },
  multi: { options: ['alpha', 'beta', 'gamma', 'delta'] },
  rating: { options: [1, 2, 3, 4, 5] },
};

const fieldAt = (name: string, kind: Kind, label: string, required: boolean): Field => ({
  name,
  kind,
  label,
  required,
  ...settings[kind],
});

export const isShown = (
  { showIf, contains }: Field,
  values: Readonly<Record<string, unknown>>,
): boolean => {
  if (showIf === undefined) return true;
  const value = values[showIf];
  return contains === undefined
    ? value === true
    : typeof value === 'string' && value.includes(contains);
};

function finish(fields: readonly Field[], values: Record<string, unknown>, typeInto: string): Spec {
  const shown = fields.filter((field) => isShown(field, values)).map(({ name }) => name);
  return { fields, values, typeInto, first: shown[0] ?? '', last: shown.at(-1) ?? '' };
}

/**
 * Creates `count` fields of all kinds, every tenth with an invalid value. `conditional` text fields
 * depend on a checkbox above them.
 */
function makeMixedSpec(count: number, conditional: number): Spec {
  const values: Record<string, unknown> = {};
  const perRound = kinds.length;
  const middle = Math.floor(count / perRound / 2) * perRound;
  const fields = Array.from({ length: count }, (_, index): Field => {
    const kind = kinds[index % perRound] ?? 'text';
    const isWrong = index % 10 === 3;
    const field = fieldAt(`f${index}`, kind, `Question ${index}`, isWrong || index % 3 === 0);
    if (!isWrong) values[field.name] = good[kind];
    else if (kind === 'number') values[field.name] = 999;
    return field;
  });
  const waiting = fields
    .filter((_, index) => index > 0 && index % perRound === 0 && index !== middle)
    .slice(0, conditional);
  waiting.forEach((field, nth) => {
    field.showIf = `f${Number(field.name.slice(1)) - 2}`;
    field.required = false;
    values[field.showIf] = (conditional - nth) % 2 === 0;
  });
  return finish(fields, values, `f${middle}`);
}

/** Creates one group of rows with three texts each. */
function makeRowsSpec(count: number): Spec {
  const inRow = ['street', 'zip', 'city'].map((name) => fieldAt(name, 'text', name, false));
  const fields = Array.from({ length: count }, (_, row) =>
    inRow.map((field) => ({
      ...field,
      name: `rows/${row}/${field.name}`,
      label: `${field.label} ${row}`,
    })),
  ).flat();
  const values = Object.fromEntries(fields.map(({ name }) => [name, good.text]));
  return {
    ...finish(fields, values, `rows/${Math.floor(count / 2)}/zip`),
    rows: { count, fields: inRow },
  };
}

/**
 * Creates a form whose rules all read one text, so that each key evaluates all of them. Every
 * second rule always holds.
 */
function makeRulesSpec(count: number): Spec {
  const source = fieldAt('f0', 'text', 'Question 0', false);
  const ruled = Array.from({ length: count }, (_, index): Field => ({
    ...fieldAt(`f${index + 1}`, 'text', `Question ${index + 1}`, false),
    showIf: source.name,
    contains: index % 2 === 0 ? 'Ada' : `Eve ${index}`,
  }));
  const fields = [source, ...ruled];
  return finish(
    fields,
    Object.fromEntries(fields.map(({ name }) => [name, good.text])),
    source.name,
  );
}

/** Returns the form for a query: `?n=300&cond=30`, `?rows=100` or `?rules=120`. */
export function makeSpecFor(query: URLSearchParams): Spec {
  const figure = (name: string) => Number(query.get(name) ?? 0);
  if (query.has('rows')) return makeRowsSpec(figure('rows'));
  if (query.has('rules')) return makeRulesSpec(figure('rules'));
  return makeMixedSpec(figure('n'), figure('cond'));
}

/** Returns the query for the short name of a form: 200, 300c30, rows100 or rules120. */
export function buildQuery(size: string): string {
  const [, kind, count, conditional] = /^(rows|rules)?(\d+)(?:c(\d+))?$/.exec(size) ?? [];
  if (count === undefined)
    throw new Error(`No form is called ${size}: try 200, 300c30, rows100 or rules120.`);
  return kind ? `?${kind}=${count}` : `?n=${count}&cond=${conditional ?? 0}`;
}

/** Validates an answer, for engines without rules of their own. */
export function findProblem(field: Field, value: unknown): string | undefined {
  const isEmpty =
    value === undefined ||
    value === null ||
    value === '' ||
    value === false ||
    (Array.isArray(value) && value.length === 0);
  if (isEmpty) return field.required ? 'Required' : undefined;
  const text = typeof value === 'string' ? value : '';
  if (field.pattern && !new RegExp(field.pattern).test(text)) return 'Wrong format';
  if (field.maxLength !== undefined && text.length > field.maxLength) return 'Too long';
  if (field.max !== undefined && Number(value) > field.max) return 'Too large';
  if (field.min !== undefined && Number(value) < field.min) return 'Too small';
  return undefined;
}
