import {
  findNodeAtLocation,
  parseTree,
  printParseErrorCode,
  getNodeValue,
  type Node,
  type ParseError,
} from 'jsonc-parser';
import type { Finding } from '#src/engine/core/lint/finding.ts';
import { lintDefinition } from '#src/engine/core/lint/lintDefinition.ts';
import { portalRegistry } from '#widgets/portalRegistry.ts';

/** A range of a file; lines and columns count from 1. */
export type TextRange = {
  offset: number;
  length: number;
  line: number;
  column: number;
  endLine: number;
  endColumn: number;
};
export type LocatedFinding = Finding & { place: TextRange };
export type LintedDocument = {
  findings: LocatedFinding[];
  ignored: (LocatedFinding & { reason: string })[];
  value: unknown;
};

function getPosition(text: string, offset: number, length: number): TextRange {
  const findPosition = (at: number) => {
    const before = text.slice(0, at);
    return { line: before.split('\n').length, column: at - before.lastIndexOf('\n') };
  };
  const [start, end] = [findPosition(offset), findPosition(offset + length)];
  return { offset, length, ...start, endLine: end.line, endColumn: end.column };
}

const unescape = (part: string): string => part.replaceAll('~1', '/').replaceAll('~0', '~');

/** Converts a JSON pointer to jsonc-parser's path. */
export function parsePath(pointer: string): (string | number)[] {
  return pointer
    .split('/')
    .slice(1)
    .map(unescape)
    .map((part) => (/^\d+$/.test(part) ? Number(part) : part));
}

/** Finds the node of a pointer; for a missing part, its parent. */
function findNode(tree: Node, pointer: string): Node {
  const path = parsePath(pointer);
  for (let length = path.length; length > 0; length -= 1) {
    const found = findNodeAtLocation(tree, path.slice(0, length));
    if (found) return found;
  }
  return tree;
}

/** Some editors write a byte order mark, which JSON does not allow. */
export const removeByteOrderMark = (text: string): string => text.replace(/^\uFEFF/, '');

/** Finds keys that an object has twice; JSON.parse would use the last one only. */
function findDuplicateKeys(
  text: string,
  node: Node,
): {
  rule: 'settingTwice';
  severity: 'error';
  pointer: string;
  params: { name: string };
  place: TextRange;
}[] {
  const names = new Set<string>();
  const here =
    node.type !== 'object'
      ? []
      : (node.children ?? []).flatMap(({ children: [key] = [] }) => {
          const name = String(key?.value);
          if (!key || !names.has(name)) {
            names.add(name);
            return [];
          }
          return [
            {
              rule: 'settingTwice' as const,
              severity: 'error' as const,
              pointer: '',
              params: { name },
              place: getPosition(text, key.offset, key.length),
            },
          ];
        });
  return [...here, ...(node.children ?? []).flatMap((child) => findDuplicateKeys(text, child))];
}

const compareFindings = (one: LocatedFinding, other: LocatedFinding): number =>
  one.place.offset - other.place.offset;

/**
 * Locates each finding in the text, in text order. Invalid JSON yields its first error only,
 * because the others mostly follow from it.
 */
export function locateParts<F extends Finding>(
  written: string,
  find: (value: unknown) => F[],
): { findings: (LocatedFinding | (F & { place: TextRange }))[]; value: unknown } {
  const text = removeByteOrderMark(written);
  const errors: ParseError[] = [];
  const tree = parseTree(text, errors, { allowTrailingComma: false, disallowComments: true });
  const value = tree && (getNodeValue(tree) as unknown);
  const [slip] = errors;
  if (!tree || slip) {
    const { error, offset, length } =
      // an empty file lacks a value
      slip ?? ({ error: 4, offset: 0, length: 0 } satisfies ParseError);
    return {
      findings: [
        {
          rule: 'syntax',
          severity: 'error',
          pointer: '',
          params: { problem: printParseErrorCode(error) },
          place: getPosition(text, offset, length),
        },
      ],
      value,
    };
  }
  const findings = find(value).map((finding) => {
    const { offset, length } = findNode(tree, finding.pointer);
    return { ...finding, place: getPosition(text, offset, length) };
  });
  return { findings: [...findings, ...findDuplicateKeys(text, tree)].sort(compareFindings), value };
}

/** Lints a definition as written, each finding with its lines. */
export function lintDocument(text: string): LintedDocument {
  const { findings, value } = locateParts(text, (whole) => {
    const result = lintDefinition(whole, portalRegistry);
    return [...result.findings, ...result.ignored];
  });
  const isIgnored = (finding: LocatedFinding): finding is LocatedFinding & { reason: string } =>
    'reason' in finding;
  return {
    findings: findings.filter((finding) => !isIgnored(finding)),
    ignored: findings.filter(isIgnored),
    value,
  };
}
