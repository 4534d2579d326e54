import { buildValueSchema } from '../../definition/toJsonSchema.ts';
import { didYouMean } from '../didYouMean.ts';
import type { LintRule } from '../finding.ts';
import type { LintedElement, LintedForm } from '../lintedForm.ts';
import { joinPointer } from '../pointer.ts';

const isEmail = ({ element, elementType }: LintedElement): boolean =>
  elementType !== undefined && buildValueSchema(elementType, element)['format'] === 'email';

/** Returns the setting `copy.email` and the element that it names. Rows have no single address. */
function findCopyTarget({ definition: { copy }, elements }: LintedForm) {
  const named: unknown = copy?.email;
  const candidates = elements.filter(({ group }) => !group);
  return typeof named === 'string'
    ? { named, candidates, target: candidates.find(({ element }) => element.id === named) }
    : undefined;
}

const pointer = '/copy/email';

export const copyUnknown: LintRule = {
  name: 'copyUnknown',
  severity: 'error',
  find: (form) => {
    const found = findCopyTarget(form);
    if (!found || found.target) return [];
    const ids = found.candidates.filter(isEmail).map(({ element }) => element.id);
    const suggestion = ids.length === 1 ? ids[0] : didYouMean(found.named, ids);
    return [{ pointer, params: { id: found.named }, suggestion }];
  },
};

export const copyNoEmail: LintRule = {
  name: 'copyNoEmail',
  severity: 'error',
  find: (form) => {
    const { target } = findCopyTarget(form) ?? {};
    if (!target?.elementType || isEmail(target)) return [];
    const { element, elementType } = target;
    const canBeEmail = 'format' in elementType.config.properties && !('format' in element);
    return [
      {
        pointer,
        params: { id: element.id },
        fix: canBeEmail
          ? { pointer: joinPointer(target.pointer, 'format'), value: 'email' }
          : undefined,
      },
    ];
  },
};
