import type { Comparison, Condition } from '#schemas/forms/conditions.ts';
import {
  ElementId,
  type FormDefinition,
  type FormElement,
  type FormPage,
} from '#schemas/forms/forms.ts';
import { getDefinitionSchema } from '../definition/definitionSchema.ts';
import type { AnyElementType, JsonSchema } from '../element.ts';
import type { Registry } from '../registry.ts';
import { listDeepConditions } from './rules/conditionShape.ts';
import { listParentPointers, joinPointer } from './pointer.ts';
import { findApplicableSchemas } from './applicableSchemas.ts';
import { findShapeProblems, type ShapeProblem } from './shape.ts';

/** An element with its position in the definition. */
export type LintedElement = {
  element: FormElement;
  pointer: string;
  /** Index in form order. */
  index: number;
  page: number;
  group: LintedElement | undefined;
  /**
   * Absent when the type is unknown or its settings are invalid: a type reads valid settings only.
   */
  elementType: AnyElementType | undefined;
};

export type LintedPage = { page: Partial<FormPage> & { visibleWhen?: Condition }; pointer: string };

/**
 * A reference to another element: from a condition (with its comparison), a formula or a setting.
 */
export type Reference = {
  source: string;
  pointer: string;
  comparison?: Comparison;
  /** True in `visibleWhen`. */
  isAboutShowing: boolean;
  /** The element with the reference, or the index of its page. */
  from: LintedElement | number;
  /** The referenced element; absent when it does not exist. */
  target: LintedElement | undefined;
};

/** A parsed definition. Parsing does not fail, whatever the shape. */
export type LintedForm = {
  definition: Partial<FormDefinition>;
  registry: Registry;
  schema: JsonSchema;
  shape: ShapeProblem[];
  pages: LintedPage[];
  /** In form order, a group before its children. */
  elements: LintedElement[];
  references: Reference[];
  referencesFrom: ReadonlyMap<Reference['from'], Reference[]>;
  /** Every text that visitors read. */
  texts: { pointer: string; text: unknown }[];
};

const filterObjects = (value: unknown): { item: Record<string, unknown>; index: number }[] =>
  (Array.isArray(value) ? (value as unknown[]) : []).flatMap((item, index) =>
    typeof item === 'object' && item !== null
      ? [{ item: item as Record<string, unknown>, index }]
      : [],
  );

/** Lists the comparisons of a condition with their pointers. */
function listComparisons(
  condition: unknown,
  pointer: string,
): { comparison: Comparison; pointer: string }[] {
  if (typeof condition !== 'object' || condition === null) return [];
  const { all, any, not, element } = condition as Partial<
    Record<'all' | 'any' | 'not' | 'element', unknown>
  >;
  const listNested = (name: string, parts: unknown) =>
    filterObjects(parts).flatMap(({ item, index }) =>
      listComparisons(item, joinPointer(pointer, name, index)),
    );
  return [
    ...listNested('all', all),
    ...listNested('any', any),
    ...listComparisons(not, joinPointer(pointer, 'not')),
    ...(typeof element === 'string' ? [{ comparison: condition as Comparison, pointer }] : []),
  ];
}

/** The settings of elements and pages that hold a condition. */
const ruleSettings = ['visibleWhen', 'requiredWhen'] as const;

/**
 * Resolves a reference: first in the same group, then outside of groups. `group.element` looks into
 * a group.
 */
function resolve(
  elements: readonly LintedElement[],
  source: string,
  from: Reference['from'],
): LintedElement | undefined {
  const [id, inner] = source.split('.');
  const group = typeof from === 'number' ? undefined : from.group;
  if (inner !== undefined)
    return elements.find((entry) => entry.element.id === inner && entry.group?.element.id === id);
  return (
    elements.find(
      (entry) => entry.element.id === id && entry.group !== undefined && entry.group === group,
    ) ?? elements.find((entry) => entry.element.id === id && !entry.group)
  );
}

/** Returns the pointer of a text that equals a name or contains it in braces. */
function findName(name: string, part: unknown, pointer: string): string | undefined {
  if (typeof part === 'string')
    return part === name || part.includes(`{${name}}`) ? pointer : undefined;
  if (typeof part !== 'object' || part === null) return undefined;
  for (const [key, inner] of Object.entries(part)) {
    const place = findName(name, inner, joinPointer(pointer, key));
    if (place) return place;
  }
  return undefined;
}

function listFormulaSources({
  element,
  elementType,
  pointer,
}: LintedElement): { source: string; pointer: string }[] {
  const { id: _, ...settings } = element;
  return (elementType?.computed?.listSources(element) ?? []).map((source) => ({
    source,
    pointer: findName(source, settings, pointer) ?? pointer,
  }));
}

const getPattern = (schema: unknown): unknown => (schema as JsonSchema)['pattern'];

/** Lists the settings that name another element, such as the one with the postal code. */
function listSettingSources({
  element,
  elementType,
  pointer,
}: LintedElement): { source: string; pointer: string }[] {
  const names = Object.entries(elementType?.config.properties ?? {})
    .filter(([, schema]) => getPattern(schema) === getPattern(ElementId))
    .map(([name]) => name);
  return names.flatMap((name) =>
    typeof element[name] === 'string'
      ? [{ source: element[name], pointer: joinPointer(pointer, name) }]
      : [],
  );
}

function listTexts(schema: JsonSchema, whole: unknown): LintedForm['texts'] {
  const getPart = (pointer: string) =>
    pointer
      .split('/')
      .slice(1)
      .reduce<unknown>((part, key) => (part as Record<string, unknown>)[key], whole);
  return [...findApplicableSchemas(schema, whole)]
    .filter(([, places]) => places.some(({ name }) => name === 'text'))
    .map(([pointer]) => ({ pointer, text: getPart(pointer) }));
}

/** Lists the elements of a page or group in form order, without their index. */
function listElements(
  list: unknown,
  base: string,
  shared: Pick<LintedElement, 'page' | 'group'>,
  getSoundType: (pointer: string, type: string) => AnyElementType | undefined,
): LintedElement[] {
  return filterObjects(list).flatMap(({ item, index }) => {
    const pointer = joinPointer(base, 'formElements', index);
    if (typeof item['id'] !== 'string' || typeof item['type'] !== 'string') return [];
    const entry: LintedElement = {
      ...shared,
      element: item as FormElement,
      pointer,
      index: 0,
      elementType: getSoundType(pointer, item['type']),
    };
    const inside = { page: shared.page, group: entry };
    return [entry, ...listElements(item['formElements'], pointer, inside, getSoundType)];
  });
}

const listConditionReferences = (
  elements: readonly LintedElement[],
  part: object,
  pointer: string,
  from: Reference['from'],
): Reference[] =>
  ruleSettings.flatMap((setting) =>
    listComparisons((part as Record<string, unknown>)[setting], joinPointer(pointer, setting)).map(
      (each) => ({
        ...each,
        source: each.comparison.element,
        from,
        isAboutShowing: setting === 'visibleWhen',
        target: resolve(elements, each.comparison.element, from),
      }),
    ),
  );

const listSettingReferences = (
  elements: readonly LintedElement[],
  entry: LintedElement,
): Reference[] =>
  [...listFormulaSources(entry), ...listSettingSources(entry)].map((named) => ({
    ...named,
    from: entry,
    isAboutShowing: false,
    target: resolve(elements, named.source, entry),
  }));

const listReferences = (
  pages: readonly LintedPage[],
  elements: readonly LintedElement[],
): Reference[] => [
  ...pages.flatMap(({ page, pointer }, index) =>
    listConditionReferences(elements, page, pointer, index),
  ),
  ...elements.flatMap((entry) => [
    ...listConditionReferences(elements, entry.element, entry.pointer, entry),
    ...listSettingReferences(elements, entry),
  ]),
];

function groupBySource(references: readonly Reference[]): LintedForm['referencesFrom'] {
  const groups = new Map<Reference['from'], Reference[]>();
  for (const reference of references) {
    const others = groups.get(reference.from);
    if (others) others.push(reference);
    else groups.set(reference.from, [reference]);
  }
  return groups;
}

/** Returns the pointer of the whole condition that contains a part. */
const findCondition = (pointer: string): string =>
  pointer.replace(/(\/(?:visibleWhen|requiredWhen))\/.*$/, '$1');

/** Parses a definition for the lint rules. */
export function createLintedForm(whole: unknown, registry: Registry): LintedForm {
  const schema = getDefinitionSchema(registry);
  // The rule `portalOnly` reports such a type with a better message.
  const isPortalType = ({ pointer, params }: ShapeProblem) =>
    pointer.endsWith('/type') && registry.get(String(params?.['value']))?.isPortalOnly === true;
  const shape = findShapeProblems(schema, whole).filter((problem) => !isPortalType(problem));
  const definition = (
    typeof whole === 'object' && whole !== null ? whole : {}
  ) as Partial<FormDefinition>;
  const unsound = new Set(shape.flatMap(({ pointer }) => listParentPointers(pointer)));
  const getSoundType = (pointer: string, type: string) =>
    unsound.has(pointer) ? undefined : registry.get(type);

  const pages = filterObjects(definition.pages ?? [definition]).map(
    ({ item, index }): LintedPage => ({
      page: item,
      pointer: definition.pages ? joinPointer('', 'pages', index) : '',
    }),
  );
  const elements = pages
    .flatMap(({ page: { formElements }, pointer }, page) =>
      listElements(formElements, pointer, { page, group: undefined }, getSoundType),
    )
    .map((entry, index) => Object.assign(entry, { index }));
  const references = listReferences(pages, elements);
  // The rule `ruleTooDeep` names the reason better than the schema.
  const deep = listDeepConditions({ pages, elements }).map((place) => findCondition(place));
  return {
    definition,
    registry,
    schema,
    shape: shape.filter(
      ({ pointer }) => !deep.some((place) => `${pointer}/`.startsWith(`${place}/`)),
    ),
    pages,
    elements,
    references,
    referencesFrom: groupBySource(references),
    texts: listTexts(schema, whole),
  };
}

/** Returns true for a computed or unknown element, whose answers cannot be sampled. */
export const isComputed = ({ elementType }: LintedElement): boolean =>
  elementType === undefined || elementType.computed !== undefined;
