import { localized } from '#schemas/common.ts';
import { elementsOf, type FormDefinition, type FormElement } from '#schemas/forms.ts';
import { limits } from '#schemas/limits.ts';
import { isAsked } from './element.ts';
import type { Registry } from './registry.ts';
import { sourcesOf } from './visibility.ts';

/** A mistake in a definition that its JSON Schema cannot see; `rule` names a text `definition.error.<rule>`. */
export type DefinitionProblem = { pointer: string; rule: string; params?: Record<string, string | number> };


/** Each element with its JSON pointer in the definition. */
export function elementPointers(definition: FormDefinition): { element: FormElement; pointer: string }[] {
  const at = (elements: readonly FormElement[], base: string) =>
    elements.map((element, index) => ({ element, pointer: `${base}/formElements/${index}` }));
  return definition.pages
    ? definition.pages.flatMap((page, index) => at(page.formElements, `/pages/${index}`))
    : at(definition.formElements ?? [], '');
}

/** What a name must not be: an own id would shadow what every object has. */
const isReserved = (id: string): boolean => id in {};

/** Everything that keeps a definition from being published (decisions.md, Forms). */
export function lintDefinition(definition: FormDefinition, registry: Registry): DefinitionProblem[] {
  const problems: DefinitionProblem[] = [];
  const add = (pointer: string, rule: string, params?: Record<string, string | number>) =>
    problems.push(params ? { pointer, rule, params } : { pointer, rule });

  if (Boolean(definition.pages) === Boolean(definition.formElements)) add('', 'pagesOrElements');
  if (elementsOf(definition).length > limits.form.maxElements) add('', 'tooManyElements', { max: limits.form.maxElements });

  const earlier = new Set<string>();
  for (const { element, pointer } of elementPointers(definition)) {
    const elementType = registry.get(element.type);
    if (!elementType) add(`${pointer}/type`, 'unknownType', { type: element.type });
    if (earlier.has(element.id)) add(`${pointer}/id`, 'duplicateId', { id: element.id });
    if (isReserved(element.id)) add(`${pointer}/id`, 'reservedId', { id: element.id });
    if (elementType && isAsked(elementType) && !(element.label && localized(element.label, 'de').trim())) add(`${pointer}/label`, 'labelMissing');
    for (const source of element.visibleWhen ? sourcesOf(element.visibleWhen) : []) {
      if (!earlier.has(source)) add(`${pointer}/visibleWhen`, 'unknownSource', { id: source });
    }
    for (const found of elementType?.lint?.(element) ?? []) problems.push({ ...found, pointer: pointer + found.pointer });
    earlier.add(element.id);
  }
  return problems;
}

