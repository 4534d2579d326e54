import { limits } from '#schemas/limits.ts';
import type { LintRule } from '../finding.ts';
import { below } from '../pointer.ts';

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
    elements.length > limits.form.maxElements
      ? [{ pointer: '', params: { max: limits.form.maxElements } }]
      : [],
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
        return [{ pointer: below(pointer, 'id'), params: { id: id.replace('page ', '') } }];
      taken.add(id);
      return [];
    });
  },
};

/** An own id of that name would shadow what every object has. */
export const reservedId: LintRule = {
  name: 'reservedId',
  severity: 'error',
  find: ({ elements }) =>
    elements
      .filter(({ element }) => element.id in {})
      .map(({ element, pointer }) => ({
        pointer: below(pointer, 'id'),
        params: { id: element.id },
      })),
};

/** Looks like a web address, but no browser could go there. */
export const badAddress: LintRule = {
  name: 'badAddress',
  severity: 'error',
  find: ({ definition: { returnUrl } }) =>
    typeof returnUrl === 'string' && /^https?:/.test(returnUrl) && !URL.canParse(returnUrl)
      ? [{ pointer: '/returnUrl' }]
      : [],
};

/** Rows inside rows could be neither drawn nor named. */
export const nestedGroup: LintRule = {
  name: 'nestedGroup',
  severity: 'error',
  find: ({ elements }) =>
    elements
      .filter(({ group, elementType }) => group && elementType?.rows)
      .map(({ pointer }) => ({ pointer: below(pointer, 'type') })),
};
