import { readFileSync } from 'node:fs';
import { parse, TYPE, type MessageFormatElement } from '@formatjs/icu-messageformat-parser';
import { definitionSchema } from '#src/engine/core/definitionSchema.ts';
import type { JsonSchema } from '#src/engine/core/element.ts';
import { lintRules } from '#src/engine/core/lint/lintDefinition.ts';
import { ElementEnvelope } from '#schemas/forms.ts';
import type { Fixture } from '#widgets/fixture.ts';
import { registry } from '#widgets/registry.ts';

const texts = JSON.parse(readFileSync('locales/en.json', 'utf8')) as Record<string, string>;
const table = (head: string, rows: readonly string[]): string =>
  [head, head.replaceAll(/[^|]+/g, ' --- '), ...rows].join('\n');
const cell = (text: string): string => text.replaceAll('|', '\\|').replaceAll('\n', ' ');

/** The keywords that the page tells. */
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

/** What may be written for a setting, in a few words. */
function kindOf({
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
  if (type === 'array') return `list of ${kindOf(items)}`;
  const limits = [
    minimum === undefined ? '' : `from ${minimum}`,
    maximum === undefined ? '' : `to ${maximum}`,
    maxLength === undefined ? '' : `up to ${maxLength} characters`,
  ];
  return [type, ...limits].filter(Boolean).join(' ');
}

const wordsFor = ({ description = '', examples = [] }: Setting): string =>
  [description, ...examples.map((example) => `Example: \`${JSON.stringify(example)}\``)].join(' ');

/** A row for each setting, followed by those inside it: `theme.primaryColor`, `options[].value`. */
function settingRows(
  properties: Record<string, Setting>,
  required: readonly string[],
  path = '',
): string[] {
  return Object.entries(properties).flatMap(([name, schema]) => {
    const [inner, innerPath] = schema.items
      ? [schema.items, `${path}${name}[].`]
      : [schema, `${path}${name}.`];
    return [
      `| \`${path}${name}\`${required.includes(name) ? ' (needed)' : ''} | ${cell(kindOf(schema))} | ${cell(wordsFor(schema))} |`,
      ...settingRows(inner.properties ?? {}, inner.required ?? [], innerPath),
    ];
  });
}

const settingsTable = (properties: Record<string, Setting>, required: readonly string[]): string =>
  table('| setting | value | what it does |', settingRows(properties, required));

const { definitions, ...formSchema } = definitionSchema(registry) as {
  definitions: Record<string, JsonSchema>;
  properties: Record<string, Setting>;
  required: string[];
};
const shared = new Set(Object.keys(ElementEnvelope.properties));
const partsOf = (type: string) =>
  definitions[type] as {
    description: string;
    properties: Record<string, Setting>;
    required: string[];
  };

/** The first sample of each type: it is tried out with the type, so the page shows what works. */
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

function sampleOf(type: string): string[] {
  const sample = samples.get(type);
  if (!sample) return [];
  const answer = JSON.stringify(sample.valid[0]);
  const element = `\`\`\`json element\n${JSON.stringify(sample.element, null, 2)}\n\`\`\``;
  return [
    element,
    ...(answer && answer.length <= longestAnswer ? [`An answer to it: \`${answer}\``] : []),
  ];
}

function typeSection(type: string): string {
  const { description, properties, required } = partsOf(type);
  const own = Object.fromEntries(Object.entries(properties).filter(([name]) => !shared.has(name)));
  return [
    `### ${type}`,
    description,
    ...(Object.keys(own).length > 0 ? [settingsTable(own, required)] : []),
    ...sampleOf(type),
  ].join('\n\n');
}

function envelope(): string {
  const { properties, required } = partsOf('checkbox'); // a type without settings of its own
  const { type: _, ...rest } = properties;
  return settingsTable(
    {
      id: rest['id'] ?? {},
      type: { type: 'string', description: 'One of the element types below.' },
      ...rest,
    },
    required,
  );
}

/** A message as a reader may see it: `{id}` becomes an ellipsis, and what depends on the case is said in general. */
function readable(text: string): string {
  const inWords = (parts: readonly MessageFormatElement[]): string =>
    parts
      .map((part) => {
        if (part.type === TYPE.literal) return part.value;
        return part.type === TYPE.plural || part.type === TYPE.select
          ? inWords(part.options['other']?.value ?? [])
          : '…';
      })
      .join('');
  return inWords(parse(text));
}

function rules(): string {
  const named = lintRules
    .filter(({ name }) => texts[`finding.${name}`])
    .map(({ name, severity }) => ({ name, severity }));
  const ofTypes = Object.keys(texts)
    .filter((id) => id.startsWith('finding.'))
    .map((id) => id.replace('finding.', ''))
    .filter((name) => name !== 'didYouMean' && !named.some((rule) => rule.name === name))
    .map((name) => ({ name, severity: name === 'uselessException' ? 'warning' : 'error' }));
  return table(
    '| rule | severity | says |',
    [...named, ...ofTypes].map(
      ({ name, severity }) =>
        `| \`${name}\` | ${severity} | ${cell(readable(texts[`finding.${name}`] ?? ''))} |`,
    ),
  );
}

const parts: Readonly<Record<string, () => string>> = {
  rules,
  form: () => settingsTable(formSchema.properties, formSchema.required),
  envelope,
  types: () => [...registry.keys()].map(typeSection).join('\n\n'),
};

/** The page with its generated parts as they should be now; everything between is written by hand. */
export function withGeneratedParts(page: string): string {
  return Object.entries(parts).reduce((text, [name, write]) => {
    const [start, end] = [`<!-- ${name} -->`, `<!-- /${name} -->`];
    const before = text.slice(0, text.indexOf(start) + start.length);
    return `${before}\n${write()}\n${text.slice(text.indexOf(end))}`;
  }, page);
}
