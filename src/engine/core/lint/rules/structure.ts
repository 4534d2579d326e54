import { formLimits } from '#schemas/forms/limits.ts';
import type { LintRule } from '../finding.ts';
import type { LintedElement } from '../lintedForm.ts';
import { joinPointer } from '../pointer.ts';

export const pagesOrElements: LintRule = {
  name: 'pagesOrElements',
  severity: 'error',
  find: ({ definition }) =>
    Boolean(definition.pages) === Boolean(definition.formElements) ? [{ pointer: '' }] : [],
};

export const tooManyElements: LintRule = {
  name: 'tooManyElements',
  severity: 'error',
  find: ({ elements }) =>
    elements.length > formLimits.maxElements
      ? [{ pointer: '', params: { max: formLimits.maxElements } }]
      : [],
};

/** Counts an element once for each row that its group may have. */
const countFields = (elements: readonly LintedElement[]): number =>
  elements.reduce(
    (count, { group }) => count + (group?.elementType?.rows?.getRange(group.element).max ?? 1),
    0,
  );

/** Warns of groups whose rows may hold more fields than a browser draws at ease. */
export const manyFields: LintRule = {
  name: 'manyFields',
  severity: 'warning',
  find: ({ elements }) => {
    const count = countFields(elements);
    return count > formLimits.maxFieldsAtEase
      ? [{ pointer: '', params: { count, max: formLimits.maxFieldsAtEase } }]
      : [];
  },
};

export const duplicateId: LintRule = {
  name: 'duplicateId',
  severity: 'error',
  find: ({ elements, pages }) => {
    const places = [
      ...pages.flatMap(({ page, pointer }) =>
        page.id && pointer ? [{ id: `page ${page.id}`, pointer }] : [],
      ),
      ...elements.map(({ element, pointer }) => ({ id: element.id, pointer })),
    ];
    const taken = new Set<string>();
    return places.flatMap(({ id, pointer }) => {
      if (taken.has(id))
        return [{ pointer: joinPointer(pointer, 'id'), params: { id: id.replace('page ', '') } }];
      taken.add(id);
      return [];
    });
  },
};

/** Rejects ids that every object inherits, such as `constructor`. */
export const reservedId: LintRule = {
  name: 'reservedId',
  severity: 'error',
  find: ({ elements }) =>
    elements
      .filter(({ element }) => element.id in {})
      .map(({ element, pointer }) => ({
        pointer: joinPointer(pointer, 'id'),
        params: { id: element.id },
      })),
};

/** Rejects a return URL that starts like one but cannot be parsed. */
export const badAddress: LintRule = {
  name: 'badAddress',
  severity: 'error',
  find: ({ definition: { returnUrl } }) =>
    typeof returnUrl === 'string' && /^https?:/.test(returnUrl) && !URL.canParse(returnUrl)
      ? [{ pointer: '/returnUrl' }]
      : [],
};

/** Groups inside groups have no field address. */
export const nestedGroup: LintRule = {
  name: 'nestedGroup',
  severity: 'error',
  find: ({ elements }) =>
    elements
      .filter(({ group, elementType }) => group && elementType?.rows)
      .map(({ pointer }) => ({ pointer: joinPointer(pointer, 'type') })),
};
