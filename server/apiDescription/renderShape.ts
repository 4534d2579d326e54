import { escapeHtml as escape } from '#server/http/escapeHtml.ts';
import type { Shape } from './openApiTypes.ts';

const getName = (ref: string): string => ref.slice(ref.lastIndexOf('/') + 1);
const formatCode = (text: string): string => `<code>${escape(text)}</code>`;

/** Lists the limits of a value in words. */
function listLimits(shape: Shape): string[] {
  const { format, minimum, maximum, minLength, maxLength, minItems, maxItems, pattern } = shape;
  return [
    format && escape(format),
    minimum !== undefined && `from ${minimum}`,
    maximum !== undefined && `to ${maximum}`,
    minLength !== undefined && `at least ${minLength} characters`,
    maxLength !== undefined && `at most ${maxLength} characters`,
    minItems !== undefined && `at least ${minItems}`,
    maxItems !== undefined && `at most ${maxItems}`,
    pattern !== undefined && `matches ${formatCode(pattern)}`,
  ].filter((limit) => typeof limit === 'string');
}

/** Renders the kind of a value in one line, with links to named shapes. */
export function renderType(shape: Shape): string {
  if (shape.$ref) return `<a href="#${getName(shape.$ref)}">${getName(shape.$ref)}</a>`;
  if (shape.const !== undefined) return formatCode(JSON.stringify(shape.const));
  if (shape.enum) return shape.enum.map((value) => formatCode(JSON.stringify(value))).join(' or ');
  const options = shape.anyOf ?? shape.oneOf;
  if (options) return [...new Set(options.map(renderType))].join(' or ');
  if (shape.type === 'array') return `list of ${renderType(shape.items ?? {})}`;
  if (typeof shape.additionalProperties === 'object')
    return `object of ${renderType(shape.additionalProperties)}`;
  const type = [shape.type ?? 'any value'].flat().join(' or ');
  const limits = listLimits(shape);
  return limits.length > 0 ? `${type} (${limits.join(', ')})` : type;
}

/** Returns the object whose fields a shape has: its own, those of its items or of an option. */
const findObject = (shape: Shape): Shape | undefined =>
  [shape, shape.items, ...(shape.anyOf ?? []), ...(shape.items?.anyOf ?? [])].find(
    (each) => each?.properties,
  );

type Row = { name: string; isRequired: boolean; type: string; description: string };

function listRows(shape: Shape, path = ''): Row[] {
  const { properties = {}, required = [] } = shape;
  return Object.entries(properties).flatMap(([name, field]) => {
    const inner = findObject(field);
    const suffix = field.type === 'array' ? '[]' : '';
    return [
      {
        name: path + name,
        isRequired: required.includes(name),
        type: renderType(field),
        description: escape(field.description ?? ''),
      },
      ...(inner ? listRows(inner, `${path}${name}${suffix}.`) : []),
    ];
  });
}

/** Renders rows of names and values; nothing without rows. */
export function renderTable(caption: string, rows: readonly Row[]): string {
  if (rows.length === 0) return '';
  const body = rows.map(
    ({ name, isRequired, type, description }) =>
      `<tr><th scope="row">${formatCode(name)}${isRequired ? ' <em>required</em>' : ''}</th>` +
      `<td>${type}${description ? `<br>${description}` : ''}</td></tr>`,
  );
  return (
    `<table><caption>${escape(caption)}</caption><thead><tr><th scope="col">Name</th>` +
    `<th scope="col">Value</th></tr></thead><tbody>${body.join('')}</tbody></table>`
  );
}

/** Renders a body: a link to its named shape, or a table of its fields. */
export function renderBody(caption: string, shape: Shape): string {
  const rows = listRows(findObject(shape) ?? {});
  const type = renderType(shape);
  return rows.length > 0 ? renderTable(caption, rows) : `<p>${escape(caption)}: ${type}</p>`;
}

/** Renders a named shape with all its fields, or with its options. */
export function renderShape(name: string, shape: Shape): string {
  const options = (shape.oneOf ?? []).map((option) => renderBody(option.title ?? 'Option', option));
  return (
    `<section id="${name}"><h3>${name}</h3>` +
    `${shape.description ? `<p>${escape(shape.description)}</p>` : ''}` +
    `${options.length > 0 ? options.join('') : renderBody(`Fields of ${name}`, shape)}</section>`
  );
}
