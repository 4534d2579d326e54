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

/** Where something stands in a file; lines and columns count from 1. */
export type Place = {
  offset: number;
  length: number;
  line: number;
  column: number;
  endLine: number;
  endColumn: number;
};
export type PlacedFinding = Finding & { place: Place };
export type LintedDocument = {
  findings: PlacedFinding[];
  ignored: (PlacedFinding & { reason: string })[];
  value: unknown;
};

function placeAt(text: string, offset: number, length: number): Place {
  const position = (at: number) => {
    const before = text.slice(0, at);
    return { line: before.split('\n').length, column: at - before.lastIndexOf('\n') };
  };
  const [start, end] = [position(offset), position(offset + length)];
  return { offset, length, ...start, endLine: end.line, endColumn: end.column };
}

const unescape = (part: string): string => part.replaceAll('~1', '/').replaceAll('~0', '~');

/** A pointer as the path jsonc-parser takes. */
export function pathOf(pointer: string): (string | number)[] {
  return pointer
    .split('/')
    .slice(1)
    .map(unescape)
    .map((part) => (/^\d+$/.test(part) ? Number(part) : part));
}

/** The part a pointer names; for one that is missing, what it is missing from. */
function nodeAt(tree: Node, pointer: string): Node {
  const path = pathOf(pointer);
  for (let length = path.length; length > 0; length -= 1) {
    const found = findNodeAtLocation(tree, path.slice(0, length));
    if (found) return found;
  }
  return tree;
}

/** What some editors put before the text, and JSON does not know. */
export const withoutMark = (text: string): string => text.replace(/^\uFEFF/, '');

/** Settings that an object has twice, at their second place: only the last would count. */
function writtenTwice(
  text: string,
  node: Node,
): {
  rule: 'settingTwice';
  severity: 'error';
  pointer: string;
  params: { name: string };
  place: Place;
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
              place: placeAt(text, key.offset, key.length),
            },
          ];
        });
  return [...here, ...(node.children ?? []).flatMap((child) => writtenTwice(text, child))];
}

const order = (one: PlacedFinding, other: PlacedFinding): number =>
  one.place.offset - other.place.offset;

/** Where in a text each finding is, in the order of the text; what is no JSON is told of its first slip alone, since what follows is mostly its consequence. */
export function placesIn<F extends Finding>(
  written: string,
  find: (value: unknown) => F[],
): { findings: (PlacedFinding | (F & { place: Place }))[]; value: unknown } {
  const text = withoutMark(written);
  const errors: ParseError[] = [];
  const tree = parseTree(text, errors, { allowTrailingComma: false, disallowComments: true });
  const value = tree && (getNodeValue(tree) as unknown);
  const [slip] = errors;
  if (!tree || slip) {
    const { error, offset, length } =
      slip ?? ({ error: 4, offset: 0, length: 0 } satisfies ParseError); // an empty file: a value is missing
    return {
      findings: [
        {
          rule: 'syntax',
          severity: 'error',
          pointer: '',
          params: { problem: printParseErrorCode(error) },
          place: placeAt(text, offset, length),
        },
      ],
      value,
    };
  }
  const findings = find(value).map((finding) => {
    const { offset, length } = nodeAt(tree, finding.pointer);
    return { ...finding, place: placeAt(text, offset, length) };
  });
  return { findings: [...findings, ...writtenTwice(text, tree)].sort(order), value };
}

/** What is wrong with a definition as it is written, each finding at its line. */
export function lintDocument(text: string): LintedDocument {
  const { findings, value } = placesIn(text, (whole) => {
    const result = lintDefinition(whole, portalRegistry);
    return [...result.findings, ...result.ignored];
  });
  const isIgnored = (finding: PlacedFinding): finding is PlacedFinding & { reason: string } =>
    'reason' in finding;
  return {
    findings: findings.filter((finding) => !isIgnored(finding)),
    ignored: findings.filter(isIgnored),
    value,
  };
}
