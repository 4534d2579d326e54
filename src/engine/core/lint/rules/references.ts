import { limits } from '#schemas/limits.ts';
import type { LintRule } from '../finding.ts';
import { didYouMean } from '../didYouMean.ts';
import type { FormUnderLint, LintedElement, Reference } from '../formUnderLint.ts';

/** How each element may be called from where a reference stands. */
function namesFor({ elements }: FormUnderLint, { from }: Reference): string[] {
  const group = typeof from === 'number' ? undefined : from.group;
  return elements.map((entry) =>
    entry.group && entry.group !== group
      ? `${entry.group.element.id}.${entry.element.id}`
      : entry.element.id,
  );
}

/** The element that is meant by an inner name alone, from outside its group: that name is right, only not whole. */
function insideGroup({ elements }: FormUnderLint, { source }: Reference): string | undefined {
  const inner = elements.filter(({ element, group }) => group && element.id === source);
  return inner.length === 1 ? `${inner[0]?.group?.element.id}.${source}` : undefined;
}

export const unknownSource: LintRule = {
  name: 'unknownSource',
  severity: 'error',
  find: (form) =>
    form.references
      .filter(({ target }) => !target)
      .slice(0, limits.form.maxFindings) // each is compared with every name
      .map((reference) => ({
        pointer: reference.pointer,
        params: { id: reference.source },
        suggestion:
          insideGroup(form, reference) ?? didYouMean(reference.source, namesFor(form, reference)),
      })),
};

/** Inside a group its elements go by their own names; with the group's name they would be those of every row. */
const isByGroup = ({ from, target, source }: Reference): boolean =>
  typeof from === 'object' &&
  from.group !== undefined &&
  source.includes('.') &&
  target?.group === from.group;

function isLater(reference: Reference): boolean {
  const { from, target } = reference;
  if (!target) return false;
  if (typeof from === 'number') return target.page >= from;
  return target.index >= from.index || target === from.group || isByGroup(reference);
}

/** The references that make circles: for each circle the way round, from its first element back to it. */
function circles({ references, referencesFrom }: FormUnderLint): Reference[][] {
  function wayBack(start: LintedElement): Reference[] | undefined {
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
  // A circle has to look ahead somewhere.
  return references.filter(isLater).flatMap(({ from }) => {
    const circle = searched.has(from) || typeof from === 'number' ? undefined : wayBack(from);
    [...(circle ?? []), { from }].forEach((each) => searched.add(each.from));
    return circle ? [circle] : [];
  });
}

const nameOf = ({ from }: Reference): string => (typeof from === 'object' ? from.element.id : '');

export const cycle: LintRule = {
  name: 'cycle',
  severity: 'error',
  find: (form) =>
    circles(form).flatMap((circle) =>
      circle
        .slice(0, 1)
        .map((first) => ({
          pointer: first.pointer,
          params: { way: [...circle, first].map(nameOf).join(' → ') },
        })),
    ),
};

/** Rules look back only: one pass decides them, and nothing changes above where somebody is writing. */
export const laterSource: LintRule = {
  name: 'laterSource',
  severity: 'error',
  find: (form) => {
    const told = new Set(circles(form).flat());
    return form.references
      .filter((reference) => isLater(reference) && !isByGroup(reference) && !told.has(reference))
      .map(({ pointer, source }) => ({ pointer, params: { id: source } }));
  },
};

export const ownGroupName: LintRule = {
  name: 'ownGroupName',
  severity: 'error',
  find: ({ references }) =>
    references
      .filter(isByGroup)
      .map(({ pointer, source, target }) => ({
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
