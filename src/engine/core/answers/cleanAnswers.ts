import { listChildren, type FormElement } from '#schemas/forms/forms.ts';
import type { AnyElementType } from '../element.ts';
import { isRow } from '../evaluation/evaluateForm.ts';
import type { Registry } from '../registry.ts';

/** Cleans what was typed into an answer that is no group's. */
export const cleanValue = (
  elementType: AnyElementType,
  element: FormElement,
  value: unknown,
): unknown =>
  value !== undefined && elementType.clean ? elementType.clean(value, element) : value;

/** Cleans what was typed into the answer of an element, or into the rows of a group. */
export function cleanAnswer(registry: Registry, element: FormElement, value: unknown): unknown {
  const elementType = registry.get(element.type);
  if (!elementType || value === undefined) return value;
  if (elementType.rows)
    return Array.isArray(value) ? value.map((row) => cleanRow(registry, element, row)) : value;
  return cleanValue(elementType, element, value);
}

function cleanRow(registry: Registry, group: FormElement, row: unknown): unknown {
  if (!isRow(row)) return row;
  const cleaned: Record<string, unknown> = { ...row };
  for (const child of listChildren(group))
    if (Object.hasOwn(row, child.id))
      cleaned[child.id] = cleanAnswer(registry, child, cleaned[child.id]);
  return cleaned;
}
