import type { RJSFSchema, WidgetProps } from '@rjsf/utils';
import type { FormElement } from '#schemas/forms/forms.ts';

/** An element type that draws a plain JSON Schema value, and how its answer becomes that value. */
export type PlainControl = {
  type: string;
  settings?: (props: WidgetProps<unknown>) => Record<string, unknown>;
  toAnswer?: (value: unknown, props: WidgetProps<unknown>) => unknown;
  toValue?: (answer: unknown, props: WidgetProps<unknown>) => unknown;
};

const defined = (settings: Record<string, unknown>): Record<string, unknown> =>
  Object.fromEntries(Object.entries(settings).filter(([, value]) => value !== undefined));

const textLimits = ({ schema }: WidgetProps<unknown>) =>
  defined({ minLength: schema.minLength, maxLength: schema.maxLength });

const line: PlainControl = { type: 'input', settings: textLimits };
const web: PlainControl = {
  type: 'input',
  settings: (props) => ({ ...textLimits(props), inputMode: 'url' }),
};
const mail: PlainControl = {
  type: 'input',
  settings: (props) => ({ ...textLimits(props), format: 'email' }),
};
const number: PlainControl = {
  type: 'number',
  settings: ({ schema }) =>
    defined({
      min: schema.minimum,
      max: schema.maximum,
      step: schema.multipleOf,
      decimals: schema.type === 'integer' ? 0 : undefined,
    }),
};

/** Options are identified by their position, because an `enum` may hold any value. */
const options = ({ options: { enumOptions = [] } }: WidgetProps<unknown>) => ({
  options: enumOptions.map(({ label }, index) => ({ value: String(index), label })),
});

const findIndexOfOption = (
  value: unknown,
  { options: { enumOptions = [] } }: WidgetProps<unknown>,
) => enumOptions.findIndex((option) => JSON.stringify(option.value) === JSON.stringify(value));

const readValue = (index: unknown, { options: { enumOptions = [] } }: WidgetProps<unknown>) =>
  enumOptions[Number(index)]?.value as unknown;

const choice: PlainControl = {
  type: 'simplechoice',
  settings: options,
  toAnswer: (value, props) => {
    const index = findIndexOfOption(value, props);
    return index === -1 ? undefined : String(index);
  },
  toValue: (answer, props) => (answer === undefined ? undefined : readValue(answer, props)),
};

const toList = (value: unknown): unknown[] => (Array.isArray(value) ? value : []);

const choices: PlainControl = {
  type: 'multiplechoice',
  settings: (props) =>
    defined({ ...options(props), min: props.schema.minItems, max: props.schema.maxItems }),
  toAnswer: (value, props) =>
    toList(value)
      .map((each) => findIndexOfOption(each, props))
      .filter((index) => index !== -1)
      .map(String),
  toValue: (answer, props) => toList(answer).map((index) => readValue(index, props)),
};

const box: PlainControl = {
  type: 'checkbox',
  toAnswer: (value) => (value === true ? true : undefined),
  toValue: (answer) => answer === true,
};

/** RJSF keeps the seconds that our time field does not ask for. */
const time: PlainControl = {
  type: 'time',
  toAnswer: (value) => (typeof value === 'string' ? value.slice(0, 5) : undefined),
  toValue: (answer) =>
    typeof answer === 'string' && /^\d\d:\d\d$/.test(answer) ? `${answer}:00` : answer,
};

const isNumeric = ({ type }: RJSFSchema): boolean => type === 'number' || type === 'integer';

/** Controls by the name of RJSF's widget. Widgets that are not listed stay RJSF's own. */
export const plainControls: Readonly<
  Record<string, (props: WidgetProps<unknown>) => PlainControl>
> = {
  TextWidget: ({ schema }) => (isNumeric(schema) ? number : line),
  UpDownWidget: () => number,
  EmailWidget: () => mail,
  URLWidget: () => web,
  TextareaWidget: () => ({ type: 'textarea', settings: textLimits }),
  DateWidget: () => ({ type: 'date' }),
  TimeWidget: () => time,
  CheckboxWidget: () => box,
  RadioWidget: () => choice,
  SelectWidget: ({ multiple }) => (multiple ? choices : choice),
  CheckboxesWidget: () => choices,
};

/** Builds an element for a plain value. Its id is RJSF's, which is unique in the form. */
export function toElement(
  { type, settings }: PlainControl,
  props: WidgetProps<unknown>,
): FormElement {
  const { id, label, required = false, schema, options: ui } = props;
  const help = [ui.description ?? schema.description, ui.help].filter(Boolean).join(' ');
  return {
    id,
    type,
    required,
    ...(label ? { label } : {}),
    ...(help ? { help } : {}),
    ...settings?.(props),
  };
}
