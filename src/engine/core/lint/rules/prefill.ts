import { isSingleRow } from '../../answersFromTexts.ts';
import type { LintRule } from '../finding.ts';
import { below } from '../pointer.ts';

/** What the link says is one text: it answers no files, and nobody can tell which row of several it means. */
export const prefillIgnored: LintRule = {
  name: 'prefillIgnored',
  severity: 'warning',
  find: ({ elements, registry }) =>
    elements
      .filter(
        ({ element, elementType, group }) =>
          element.prefill &&
          elementType &&
          (!elementType.fromText || (group && !isSingleRow(group.element, registry))),
      )
      .map(({ element, pointer }) => {
        const place = below(pointer, 'prefill');
        return { pointer: place, params: { id: element.id }, fix: { pointer: place } };
      }),
};
