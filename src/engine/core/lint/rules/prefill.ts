import { isSingleRow } from '../../answers/parsePrefill.ts';
import type { LintRule } from '../finding.ts';
import { joinPointer } from '../pointer.ts';

/** A link's parameter is one text. It cannot fill files, nor one of several rows. */
export const prefillIgnored: LintRule = {
  name: 'prefillIgnored',
  severity: 'warning',
  find: ({ elements, registry }) =>
    elements
      .filter(
        ({ element, elementType, group }) =>
          element.prefill &&
          elementType &&
          (!elementType.parseText || (group && !isSingleRow(group.element, registry))),
      )
      .map(({ element, pointer }) => {
        const place = joinPointer(pointer, 'prefill');
        return { pointer: place, params: { id: element.id }, fix: { pointer: place } };
      }),
};
