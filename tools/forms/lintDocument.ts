import { findNodeAtLocation, parseTree, printParseErrorCode, getNodeValue, type Node, type ParseError } from 'jsonc-parser';
import type { Finding } from '#src/engine/core/lint/finding.ts';
import { lintDefinition } from '#src/engine/core/lint/lintDefinition.ts';
import { portalRegistry } from '#widgets/portalRegistry.ts';

/** Where something stands in a file; lines and columns count from 1. */
export type Place = { offset: number; length: number; line: number; column: number; endLine: number; endColumn: number };
export type PlacedFinding = Finding & { place: Place };
export type LintedDocument = { findings: PlacedFinding[]; ignored: (PlacedFinding & { reason: string })[]; value: unknown };

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
  return pointer.split('/').slice(1).map(unescape).map((part) => (/^\d+$/.test(part) ? Number(part) : part));
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

const order = (one: PlacedFinding, other: PlacedFinding): number => one.place.offset - other.place.offset;

/** What is wrong with a definition as it is written, each finding at its line. */
export function lintDocument(text: string): LintedDocument {
  const errors: ParseError[] = [];
  const tree = parseTree(text, errors, { allowTrailingComma: false, disallowComments: true });
  if (!tree || errors.length > 0) {
    // What follows the first slip is mostly its consequence.
    const findings = errors.slice(0, 1).map(({ error, offset, length }): PlacedFinding =>
      ({ rule: 'syntax', severity: 'error', pointer: '', params: { problem: printParseErrorCode(error) }, place: placeAt(text, offset, length) }));
    return { findings, ignored: [], value: tree && (getNodeValue(tree) as unknown) };
  }
  const value: unknown = getNodeValue(tree);
  const placed = <F extends Finding>(finding: F): F & { place: Place } => {
    const { offset, length } = nodeAt(tree, finding.pointer);
    return { ...finding, place: placeAt(text, offset, length) };
  };
  const { findings, ignored } = lintDefinition(value, portalRegistry);
  return { findings: findings.map(placed).sort(order), ignored: ignored.map(placed).sort(order), value };
}
