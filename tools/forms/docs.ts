import { readFileSync } from 'node:fs';
import { parse, TYPE, type MessageFormatElement } from '@formatjs/icu-messageformat-parser';
import type { JsonSchema } from '#src/engine/core/element.ts';
import { lintRules } from '#src/engine/core/lint/lintDefinition.ts';
import { ElementEnvelope } from '#schemas/forms/forms.ts';
import type { Fixture } from '#widgets/fixture.ts';
import { registry } from '#widgets/registry.ts';
import { describedSchema } from './describedSchema.ts';

const texts = JSON.parse(readFileSync('locales/server.en.json', 'utf8')) as Record<string, string>;
const renderTable = (head: string, rows: readonly string[]): string =>
  [head, head.replaceAll(/[^|]+/g, ' --- '), ...rows].join('\n');
const renderRow = (...cells: string[]): string => `| ${cells.join(' | ')} |`;
const escapeCell = (text: string): string => text.replaceAll('|', '\\|').replaceAll('\n', ' ');

/** The JSON Schema keywords that the page shows. */
type Setting = {
  $ref?: string;
  enum?: string[];
  type?: string;
  minimum?: number;
  maximum?: number;
  maxLength?: number;
  items?: Setting;
  description?: string;
  examples?: unknown[];
  properties?: Record<string, Setting>;
  required?: string[];
};
const longList = 12;

/** Describes the values of a setting in a few words. */
function describeType({
  $ref,
  enum: values,
  type = 'value',
  minimum,
  maximum,
  maxLength,
  items = {},
}: Setting): string {
  if ($ref) return $ref.split('/').at(-1) ?? '';
  if (values)
    return values.length > longList
      ? `one of ${values.length} names`
      : values.map((value) => `\`${value}\``).join(', ');
  if (type === 'array') return `list of ${describeType(items)}`;
  const limits = [
    minimum === undefined ? '' : `from ${minimum}`,
    maximum === undefined ? '' : `to ${maximum}`,
    maxLength === undefined ? '' : `up to ${maxLength} characters`,
  ];
  return [type, ...limits].filter(Boolean).join(' ');
}

const describeSetting = ({ description = '', examples = [] }: Setting): string =>
  [description, ...examples.map((example) => `Example: \`${JSON.stringify(example)}\``)].join(' ');

/**
 * Renders a row for each setting, followed by nested ones: `theme.primaryColor`, `options[].value`.
 */
function renderSettingRows(
  properties: Record<string, Setting>,
  required: readonly string[],
  path = '',
): string[] {
  return Object.entries(properties).flatMap(([name, schema]) => {
    const [inner, innerPath] = schema.items
      ? [schema.items, `${path}${name}[].`]
      : [schema, `${path}${name}.`];
    return [
      renderRow(
        `\`${path}${name}\`${required.includes(name) ? ' (needed)' : ''}`,
        escapeCell(describeType(schema)),
        escapeCell(describeSetting(schema)),
      ),
      ...renderSettingRows(inner.properties ?? {}, inner.required ?? [], innerPath),
    ];
  });
}

const renderSettings = (properties: Record<string, Setting>, required: readonly string[]): string =>
  renderTable('| setting | value | what it does |', renderSettingRows(properties, required));

const { definitions, ...formSchema } = describedSchema as {
  definitions: Record<string, JsonSchema>;
  properties: Record<string, Setting>;
  required: string[];
};
const shared = new Set(Object.keys(ElementEnvelope.properties));
const getDefinition = (type: string) =>
  definitions[type] as {
    description: string;
    properties: Record<string, Setting>;
    required: string[];
  };

/** The first fixture of each type. Tests run the fixtures, so the page shows valid samples. */
const samples = new Map(
  await Promise.all(
    [...registry.keys()].map(
      async (type) =>
        [
          type,
          ((await import(`#widgets/${type}/fixtures.ts`)) as { fixtures: Fixture[] }).fixtures[0],
        ] as const,
    ),
  ),
);
const longestAnswer = 200;

function renderSample(type: string): string[] {
  const sample = samples.get(type);
  if (!sample) return [];
  const answer = JSON.stringify(sample.valid[0]);
  const element = `\`\`\`json element\n${JSON.stringify(sample.element, null, 2)}\n\`\`\``;
  return [
    element,
    ...(answer && answer.length <= longestAnswer ? [`An answer to it: \`${answer}\``] : []),
  ];
}

function renderType(type: string): string {
  const { description, properties, required } = getDefinition(type);
  const own = Object.fromEntries(Object.entries(properties).filter(([name]) => !shared.has(name)));
  return [
    `### ${type}`,
    description,
    ...(Object.keys(own).length > 0 ? [renderSettings(own, required)] : []),
    ...renderSample(type),
  ].join('\n\n');
}

function renderEnvelope(): string {
  const { properties, required } = getDefinition('checkbox'); // a type without its own settings
  const { type: _, ...rest } = properties;
  return renderSettings(
    {
      id: rest['id'] ?? {},
      type: { type: 'string', description: 'One of the element types below.' },
      ...rest,
    },
    required,
  );
}

/**
 * Renders a message without values: `{id}` becomes an ellipsis, plurals take their `other` form.
 */
function renderMessage(text: string): string {
  const renderParts = (parts: readonly MessageFormatElement[]): string =>
    parts
      .map((part) => {
        if (part.type === TYPE.literal) return part.value;
        return part.type === TYPE.plural || part.type === TYPE.select
          ? renderParts(part.options['other']?.value ?? [])
          : '…';
      })
      .join('');
  return renderParts(parse(text));
}

function renderRules(): string {
  const named = lintRules
    .filter(({ name }) => texts[`finding.${name}`])
    .map(({ name, severity }) => ({ name, severity }));
  const ofTypes = Object.keys(texts)
    .filter((id) => id.startsWith('finding.'))
    .map((id) => id.replace('finding.', ''))
    .filter((name) => name !== 'didYouMean' && !named.some((rule) => rule.name === name))
    .map((name) => ({
      name,
      severity: ['typeChanged', 'uselessException'].includes(name) ? 'warning' : 'error',
    }));
  return renderTable(
    '| rule | severity | says |',
    [...named, ...ofTypes].map(({ name, severity }) =>
      renderRow(`\`${name}\``, severity, escapeCell(renderMessage(texts[`finding.${name}`] ?? ''))),
    ),
  );
}

const parts: Readonly<Record<string, () => string>> = {
  rules: renderRules,
  form: () => renderSettings(formSchema.properties, formSchema.required),
  envelope: renderEnvelope,
  types: () => [...registry.keys()].map(renderType).join('\n\n'),
};

/** Returns the page with its generated parts updated; the rest is written by hand. */
export function updateGeneratedParts(page: string): string {
  return Object.entries(parts).reduce((text, [name, write]) => {
    const [start, end] = [`<!-- ${name} -->`, `<!-- /${name} -->`];
    const before = text.slice(0, text.indexOf(start) + start.length);
    return `${before}\n${write()}\n${text.slice(text.indexOf(end))}`;
  }, page);
}
