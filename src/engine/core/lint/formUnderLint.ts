import type { Comparison, Condition } from '#schemas/conditions.ts';
import { ElementId, type FormDefinition, type FormElement, type FormPage } from '#schemas/forms.ts';
import { definitionSchema } from '../definitionSchema.ts';
import type { AnyElementType, JsonSchema } from '../element.ts';
import type { Registry } from '../registry.ts';
import { above, below } from './pointer.ts';
import { schemaPlaces } from './schemaPlaces.ts';
import { shapeProblems, type ShapeProblem } from './shape.ts';

/** An element where it stands. */
export type LintedElement = {
  element: FormElement;
  pointer: string;
  /** Its place in form order. */
  index: number;
  page: number;
  group: LintedElement | undefined;
  /** Absent when the type is unknown or its settings have the wrong shape: only sound settings are shown to a type. */
  elementType: AnyElementType | undefined;
};

export type LintedPage = { page: Partial<FormPage> & { visibleWhen?: Condition }; pointer: string };

/** A place that names another element: in a rule (with its comparison) or in a formula. */
export type Reference = {
  source: string;
  pointer: string;
  comparison?: Comparison;
  /** Whether it decides if something is shown. */
  isAboutShowing: boolean;
  /** The element that refers, or the number of the page. */
  from: LintedElement | number;
  /** What is meant; absent when there is no such element. */
  target: LintedElement | undefined;
};

/** A definition taken apart for the rules. Whatever its shape, reading it does not fail. */
export type FormUnderLint = {
  definition: Partial<FormDefinition>;
  registry: Registry;
  schema: JsonSchema;
  shape: ShapeProblem[];
  pages: LintedPage[];
  /** In form order, a group before those inside it. */
  elements: LintedElement[];
  references: Reference[];
  referencesFrom: ReadonlyMap<Reference['from'], Reference[]>;
  /** Every text that visitors read, wherever the schema allows one. */
  texts: { pointer: string; text: unknown }[];
};

const objectsIn = (value: unknown): { item: Record<string, unknown>; index: number }[] =>
  (Array.isArray(value) ? (value as unknown[]) : []).flatMap((item, index) =>
    typeof item === 'object' && item !== null
      ? [{ item: item as Record<string, unknown>, index }]
      : [],
  );

/** Each comparison of a rule with its place. */
function comparisonsIn(
  condition: unknown,
  pointer: string,
): { comparison: Comparison; pointer: string }[] {
  if (typeof condition !== 'object' || condition === null) return [];
  const { all, any, not, element } = condition as Partial<
    Record<'all' | 'any' | 'not' | 'element', unknown>
  >;
  const list = (name: string, parts: unknown) =>
    objectsIn(parts).flatMap(({ item, index }) => comparisonsIn(item, below(pointer, name, index)));
  return [
    ...list('all', all),
    ...list('any', any),
    ...comparisonsIn(not, below(pointer, 'not')),
    ...(typeof element === 'string' ? [{ comparison: condition as Comparison, pointer }] : []),
  ];
}

/** The settings of an element or a page that hold a rule. */
const ruleSettings = ['visibleWhen', 'requiredWhen'] as const;

/** What a name means: a neighbour in the same group first, then an element outside of groups; `group.element` looks into one. */
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

/** The place of a text that is a name, or has it in braces. */
function placeOfName(name: string, part: unknown, pointer: string): string | undefined {
  if (typeof part === 'string')
    return part === name || part.includes(`{${name}}`) ? pointer : undefined;
  if (typeof part !== 'object' || part === null) return undefined;
  for (const [key, inner] of Object.entries(part)) {
    const place = placeOfName(name, inner, below(pointer, key));
    if (place) return place;
  }
  return undefined;
}

/** What a formula reads. */
function namedInFormula({
  element,
  elementType,
  pointer,
}: LintedElement): { source: string; pointer: string }[] {
  const { id: _, ...settings } = element;
  return (elementType?.sourcesOf?.(element) ?? []).map((source) => ({
    source,
    pointer: placeOfName(source, settings, pointer) ?? pointer,
  }));
}

const patternOf = (schema: unknown): unknown => (schema as JsonSchema)['pattern'];

/** Settings of a type that name another element, such as the one a postal code is taken from. */
function namedBySettings({
  element,
  elementType,
  pointer,
}: LintedElement): { source: string; pointer: string }[] {
  const names = Object.entries(elementType?.config.properties ?? {})
    .filter(([, schema]) => patternOf(schema) === patternOf(ElementId))
    .map(([name]) => name);
  return names.flatMap((name) =>
    typeof element[name] === 'string'
      ? [{ source: element[name], pointer: below(pointer, name) }]
      : [],
  );
}

function textsIn(schema: JsonSchema, whole: unknown): FormUnderLint['texts'] {
  const partAt = (pointer: string) =>
    pointer
      .split('/')
      .slice(1)
      .reduce<unknown>((part, key) => (part as Record<string, unknown>)[key], whole);
  return [...schemaPlaces(schema, whole)]
    .filter(([, places]) => places.some(({ name }) => name === 'text'))
    .map(([pointer]) => ({ pointer, text: partAt(pointer) }));
}

/** Takes a definition apart. */
export function formUnderLint(whole: unknown, registry: Registry): FormUnderLint {
  const schema = definitionSchema(registry);
  // The rule `portalOnly` says more about such a type than that it is not among the others.
  const isPortalType = ({ pointer, params }: ShapeProblem) =>
    pointer.endsWith('/type') && registry.get(String(params?.['value']))?.isPortalOnly === true;
  const shape = shapeProblems(schema, whole).filter((problem) => !isPortalType(problem));
  const definition = (
    typeof whole === 'object' && whole !== null ? whole : {}
  ) as Partial<FormDefinition>;
  const unsound = new Set(shape.flatMap(({ pointer }) => above(pointer)));
  const isSound = (pointer: string) => !unsound.has(pointer);

  function elementsAt(
    list: unknown,
    base: string,
    page: number,
    group?: LintedElement,
  ): LintedElement[] {
    return objectsIn(list).flatMap(({ item, index }) => {
      const pointer = below(base, 'formElements', index);
      if (typeof item['id'] !== 'string' || typeof item['type'] !== 'string') return [];
      const entry: LintedElement = {
        element: item as FormElement,
        pointer,
        index: 0,
        page,
        group,
        elementType: isSound(pointer) ? registry.get(item['type']) : undefined,
      };
      return [entry, ...elementsAt(item['formElements'], pointer, page, entry)];
    });
  }

  const pages = objectsIn(definition.pages ?? [definition]).map(({ item, index }): LintedPage => ({
    page: item,
    pointer: definition.pages ? below('', 'pages', index) : '',
  }));
  const elements = pages
    .flatMap(({ page, pointer }, index) => elementsAt(page.formElements, pointer, index))
    .map((entry, index) => Object.assign(entry, { index }));

  const referencesIn = (part: object, pointer: string, from: Reference['from']): Reference[] =>
    ruleSettings.flatMap((setting) =>
      comparisonsIn((part as Record<string, unknown>)[setting], below(pointer, setting)).map(
        (each) => ({
          ...each,
          source: each.comparison.element,
          from,
          isAboutShowing: setting === 'visibleWhen',
          target: resolve(elements, each.comparison.element, from),
        }),
      ),
    );
  const bySetting = (entry: LintedElement): Reference[] =>
    [...namedInFormula(entry), ...namedBySettings(entry)].map((named) => ({
      ...named,
      from: entry,
      isAboutShowing: false,
      target: resolve(elements, named.source, entry),
    }));
  const references = [
    ...pages.flatMap(({ page, pointer }, index) => referencesIn(page, pointer, index)),
    ...elements.flatMap((entry) => [
      ...referencesIn(entry.element, entry.pointer, entry),
      ...bySetting(entry),
    ]),
  ];
  const referencesFrom = new Map<Reference['from'], Reference[]>();
  for (const reference of references) {
    const others = referencesFrom.get(reference.from);
    if (others) others.push(reference);
    else referencesFrom.set(reference.from, [reference]);
  }
  return {
    definition,
    registry,
    schema,
    shape,
    pages,
    elements,
    references,
    referencesFrom,
    texts: textsIn(schema, whole),
  };
}
