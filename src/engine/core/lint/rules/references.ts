import { formLimits } from '#schemas/forms/limits.ts';
import type { LintRule } from '../finding.ts';
import { didYouMean } from '../didYouMean.ts';
import type { LintedForm, LintedElement, Reference } from '../lintedForm.ts';

/** Lists the names that a reference may use for each element. */
function listNames({ elements }: LintedForm, { from }: Reference): string[] {
  const group = typeof from === 'number' ? undefined : from.group;
  return elements.map((entry) =>
    entry.group && entry.group !== group
      ? `${entry.group.element.id}.${entry.element.id}`
      : entry.element.id,
  );
}

/** Finds the element when an outer reference names it without its group. */
function findInsideGroup({ elements }: LintedForm, { source }: Reference): string | undefined {
  const inner = elements.filter(({ element, group }) => group && element.id === source);
  return inner.length === 1 ? `${inner[0]?.group?.element.id}.${source}` : undefined;
}

export const unknownSource: LintRule = {
  name: 'unknownSource',
  severity: 'error',
  find: (form) =>
    form.references
      .filter(({ target }) => !target)
      .slice(0, formLimits.maxFindings) // each is compared with every name
      .map((reference) => ({
        pointer: reference.pointer,
        params: { id: reference.source },
        suggestion:
          findInsideGroup(form, reference) ??
          didYouMean(reference.source, listNames(form, reference)),
      })),
};

/** Inside a group, `group.element` would read every row, so children use their ids alone. */
const usesOwnGroupName = ({ from, target, source }: Reference): boolean =>
  typeof from === 'object' &&
  from.group !== undefined &&
  source.includes('.') &&
  target?.group === from.group;

function isLater(reference: Reference): boolean {
  const { from, target } = reference;
  if (!target) return false;
  if (typeof from === 'number') return target.page >= from;
  return target.index >= from.index || target === from.group || usesOwnGroupName(reference);
}

/** Returns dependency cycles, each as the path from its first element back to it. */
function findCycles({ references, referencesFrom }: LintedForm): Reference[][] {
  function findCycle(start: LintedElement): Reference[] | undefined {
    const seen = new Set<LintedElement>();
    function search(entry: LintedElement, way: Reference[]): Reference[] | undefined {
      for (const reference of referencesFrom.get(entry) ?? []) {
        const { target } = reference;
        if (target === start) return [...way, reference];
        if (!target || seen.has(target)) continue;
        seen.add(target);
        const found = search(target, [...way, reference]);
        if (found) return found;
      }
      return undefined;
    }
    return search(start, []);
  }

  const searched = new Set<Reference['from']>();
  // Every cycle contains a reference to a later element.
  return references.filter(isLater).flatMap(({ from }) => {
    const circle = searched.has(from) || typeof from === 'number' ? undefined : findCycle(from);
    [...(circle ?? []), { from }].forEach((each) => searched.add(each.from));
    return circle ? [circle] : [];
  });
}

const getName = ({ from }: Reference): string => (typeof from === 'object' ? from.element.id : '');

export const cycle: LintRule = {
  name: 'cycle',
  severity: 'error',
  find: (form) =>
    findCycles(form).flatMap((circle) =>
      circle.slice(0, 1).map((first) => ({
        pointer: first.pointer,
        params: { way: [...circle, first].map(getName).join(' → ') },
      })),
    ),
};

/**
 * Conditions read earlier elements only, so one pass evaluates them and typing changes nothing
 * above.
 */
export const laterSource: LintRule = {
  name: 'laterSource',
  severity: 'error',
  find: (form) => {
    const told = new Set(findCycles(form).flat());
    return form.references
      .filter(
        (reference) => isLater(reference) && !usesOwnGroupName(reference) && !told.has(reference),
      )
      .map(({ pointer, source }) => ({ pointer, params: { id: source } }));
  },
};

export const ownGroupName: LintRule = {
  name: 'ownGroupName',
  severity: 'error',
  find: ({ references }) =>
    references.filter(usesOwnGroupName).map(({ pointer, source, target }) => ({
      pointer,
      params: { id: source, name: target?.element.id ?? '' },
    })),
};

export const sourceWithoutAnswer: LintRule = {
  name: 'sourceWithoutAnswer',
  severity: 'error',
  find: ({ references }) =>
    references
      .filter(({ target }) => target?.elementType && !target.elementType.value)
      .map(({ pointer, source }) => ({ pointer, params: { id: source } })),
};
