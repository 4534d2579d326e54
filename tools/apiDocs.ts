import { endpoints } from '#schemas/endpoints.ts';
import { errorCatalogue } from '#schemas/platform/errors.ts';
import { formatPathTemplate, type Endpoint } from '#schemas/platform/endpoint.ts';
import { formDocs } from '#schemas/forms/forms.docs.ts';
import { FormDefinition } from '#schemas/forms/forms.ts';

/** The part of a JSON Schema that the page shows. */
type Shape = {
  type?: string;
  const?: unknown;
  enum?: unknown[];
  anyOf?: Shape[];
  format?: string;
  items?: Shape;
  minLength?: number;
  maxLength?: number;
  minimum?: number;
  maximum?: number;
  description?: string;
  properties?: Record<string, Shape>;
  required?: string[];
};

const providerRoot = '/provider/v1/';
const shownDepth = 2; // objects within objects; deeper ones are in the API description

const formatCell = (text: string): string => text.replaceAll('|', '\\|').replaceAll('\n', ' ');

/** Returns a short description of the values that a schema allows. */
function describeType(shape: Shape): string {
  if (shape.const !== undefined) return `\`${JSON.stringify(shape.const)}\``;
  if (shape.enum) return shape.enum.map((value) => `\`${JSON.stringify(value)}\``).join(', ');
  if (shape.anyOf) return [...new Set(shape.anyOf.map(describeType))].join(' or ');
  if (shape.type === 'array') return `list of ${describeType(shape.items ?? {})}`;
  const { type = 'any value', format, minimum, maximum, maxLength } = shape;
  return [
    type,
    format && `(${format})`,
    minimum !== undefined && `from ${minimum}`,
    maximum !== undefined && `to ${maximum}`,
    maxLength !== undefined && `up to ${maxLength} characters`,
  ]
    .filter(Boolean)
    .join(' ');
}

/** Returns the object inside a list or a nullable value, and the suffix of its path. */
function findInnerObject(shape: Shape): { inner: Shape; suffix: string } | undefined {
  if (shape.properties) return { inner: shape, suffix: '' };
  if (shape.items?.properties) return { inner: shape.items, suffix: '[]' };
  const option = shape.anyOf?.find(({ properties }) => properties);
  return option && { inner: option, suffix: '' };
}

/** Returns one table row per field, nested fields after the field that contains them. */
function listFieldRows(shape: Shape, path = '', depth = 0): string[] {
  const { properties = {}, required = [] } = shape;
  return Object.entries(properties).flatMap(([name, field]) => {
    const isForm = (field as unknown) === FormDefinition;
    const type = isForm ? 'a form, see [docs/forms.md](forms.md)' : describeType(field);
    const need = required.includes(name) ? 'yes' : '';
    const described = formatCell((isForm ? formDocs.description : field.description) ?? '');
    const row = `| \`${path}${name}\` | ${formatCell(type)} | ${need} | ${described} |`;
    const nested = isForm || depth + 1 >= shownDepth ? undefined : findInnerObject(field);
    return [
      row,
      ...(nested ? listFieldRows(nested.inner, `${path}${name}${nested.suffix}.`, depth + 1) : []),
    ];
  });
}

function renderFieldTable(title: string, shape: Shape | undefined): string[] {
  const rows = shape ? listFieldRows(shape) : [];
  if (rows.length === 0) return [];
  return [
    [`${title}:`, '', '| field | value | required | meaning |', '| --- | --- | --- | --- |']
      .concat(rows)
      .join('\n'),
  ];
}

/** Returns a table per kind of line. */
const renderLineTables = (lines: Shape | undefined): string[] =>
  (lines?.anyOf ?? []).flatMap((line) =>
    renderFieldTable(`Line of the kind ${describeType(line.properties?.['kind'] ?? {})}`, line),
  );

/** Returns the names of the fields of each kind of line. */
const describeLines = ({ anyOf = [] }: Shape): string => {
  const kinds = anyOf.map(({ properties = {} }) => `\`{ ${Object.keys(properties).join(', ')} }\``);
  return `Answers lines: ${kinds.join(' or ')}.`;
};

/** Returns what a call answers in one line: the names of its fields, or the kind of its bytes. */
function describeReply({ answers = 'json', reply }: Endpoint): string {
  if (answers === 'pdf') return 'Answers a PDF.';
  if (answers === 'file') return 'Answers the bytes of the file.';
  if (answers === 'lines') return describeLines(reply);
  const shape = reply as Shape;
  const names = Object.entries(shape.properties ?? {}).map(([name, field]) => {
    const inner = field.items?.properties;
    return inner ? `${name}: [{ ${Object.keys(inner).join(', ')} }]` : name;
  });
  return `Answers \`{ ${names.join(', ')} }\`.`;
}

/** Returns the scopes that open a call. */
const describeScopes = ({ method, scopes = [] }: Endpoint): string =>
  `Scope: ${[...scopes, ...(method === 'GET' ? ['read'] : [])].map((name) => `\`${name}\``).join(' or ')}.`;

function describeErrors({ errors = [] }: Endpoint): string[] {
  const reasons = [...new Set(errors)].map(
    (reason) => `${errorCatalogue[reason].status} \`${reason}\``,
  );
  return reasons.length > 0 ? [`Errors: ${reasons.join(', ')}.`] : [];
}

function describeCall(endpoint: Endpoint): string {
  return [
    `#### ${endpoint.method} ${formatPathTemplate(endpoint.path)}`,
    endpoint.summary,
    ...renderFieldTable('Query', endpoint.query),
    ...renderFieldTable('Body', endpoint.body),
    ...renderFieldTable('Body (multipart)', endpoint.fields),
    ...renderLineTables(endpoint.lines),
    describeScopes(endpoint),
    describeReply(endpoint),
    ...describeErrors(endpoint),
  ].join('\n\n');
}

/** Returns every call of the provider API, grouped by the first word of its path. */
function describeCalls(): string {
  const calls = endpoints.filter(({ path }) => path.startsWith(providerRoot));
  const getGroup = ({ path }: Endpoint) => path.slice(providerRoot.length).split('/')[0] ?? '';
  const groups = [...new Set(calls.map(getGroup))].sort();
  const order = (a: Endpoint, b: Endpoint) =>
    a.path.localeCompare(b.path, 'en') || a.method.localeCompare(b.method, 'en');
  return groups
    .map((group) => {
      const own = calls.filter((call) => getGroup(call) === group).sort(order);
      return [`### ${group}`, ...own.map(describeCall)].join('\n\n');
    })
    .join('\n\n');
}

const [start, end] = ['<!-- calls -->', '<!-- /calls -->'];

/** Replaces the part between the two comments of the page; the rest is written by hand. */
export function withGeneratedCalls(page: string): string {
  const before = page.slice(0, page.indexOf(start) + start.length);
  return `${before}\n${describeCalls()}\n${page.slice(page.indexOf(end))}`;
}
