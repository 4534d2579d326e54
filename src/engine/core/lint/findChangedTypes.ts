import type { Registry } from '../registry.ts';
import type { Finding } from './finding.ts';
import { createLintedForm } from './lintedForm.ts';
import { joinPointer } from './pointer.ts';

/**
 * Warns of ids that had another type in the published revision. Programs and drafts read answers by
 * id and expect them in the same shape.
 */
export function findChangedTypes(
  definition: unknown,
  published: unknown,
  registry: Registry,
): Finding[] {
  const before = new Map(
    createLintedForm(published, registry).elements.map(({ element }) => [element.id, element.type]),
  );
  return createLintedForm(definition, registry).elements.flatMap(({ element, pointer }) => {
    const type = before.get(element.id);
    return type === undefined || type === element.type
      ? []
      : [
          {
            rule: 'typeChanged',
            severity: 'warning' as const,
            pointer: joinPointer(pointer, 'type'),
            params: { id: element.id, type },
          },
        ];
  });
}
