import type { Completion, CompletionContext, CompletionResult } from '@codemirror/autocomplete';
import { getLocation, getNodeValue, parseTree } from 'jsonc-parser';
import type { JsonSchema } from '#src/engine/core/element.ts';
import { joinPointer } from '#src/engine/core/lint/pointer.ts';
import { findApplicableSchemas } from '#src/engine/core/lint/applicableSchemas.ts';
import definitionSchema from '#schemas/forms/form-definition.schema.json' with { type: 'json' };

const schema: JsonSchema = definitionSchema;

type Known = {
  properties?: Record<string, JsonSchema>;
  enum?: unknown[];
  const?: unknown;
  type?: unknown;
  description?: string;
};

const words = (value: unknown): { info?: string } =>
  typeof value === 'string' ? { info: value } : {};

function settings(known: readonly Known[], taken: readonly string[]): Completion[] {
  const properties = Object.entries(
    Object.assign({}, ...known.map((each) => each.properties ?? {})) as Record<string, JsonSchema>,
  );
  return properties
    .filter(([name]) => !taken.includes(name))
    .map(([name, { description }]) => ({
      label: `"${name}"`,
      type: 'property',
      ...words(description),
    }));
}

function values(known: readonly Known[]): Completion[] {
  const allowed = known.flatMap((each) => [
    ...(each.enum ?? []),
    ...(each.const === undefined ? [] : [each.const]),
    ...(each.type === 'boolean' ? [true, false] : []),
  ]);
  return [...new Set(allowed.map((value) => JSON.stringify(value)))].map((label) => ({
    label,
    type: 'constant',
  }));
}

/** Completions at the cursor from the definition schema: settings or the values of one. */
export function completeDefinition(context: CompletionContext): CompletionResult | null {
  const text = context.state.doc.toString();
  const { path, isAtPropertyKey, previousNode } = getLocation(text, context.pos);
  const tree = parseTree(text);
  if (!tree) return null;
  const parent = path.slice(0, -1);
  const listKnown = (parts: (string | number)[], whole: unknown) =>
    (
      findApplicableSchemas(schema, whole).get(joinPointer('', ...parts).replace(/^\/$/, '')) ?? []
    ).map((place) => place.schema as Known);
  const whole: unknown = getNodeValue(tree);
  const isInside =
    previousNode &&
    previousNode.offset <= context.pos &&
    context.pos <= previousNode.offset + previousNode.length;
  const from = isInside ? previousNode.offset : context.pos;
  if (!isInside && !context.explicit) return null;
  const buildPointer = (parts: (string | number)[]) => (parts.length === 0 ? [] : parts);

  if (isAtPropertyKey) {
    const holder = parent.reduce<unknown>(
      (part, key) => (part as Record<string, unknown> | undefined)?.[key],
      whole,
    );
    const taken = typeof holder === 'object' && holder !== null ? Object.keys(holder) : [];
    return { from, options: settings(listKnown(buildPointer(parent), whole), taken) };
  }
  const holders = listKnown(buildPointer(parent), whole);
  const name = String(path.at(-1));
  return {
    from,
    options: values(holders.flatMap((holder) => (holder.properties?.[name] ?? []) as Known | [])),
  };
}
