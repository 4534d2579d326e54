import type { AST } from '@eslint-community/regexpp';

const measureElement = (element: AST.Element): number => {
  switch (element.type) {
    case 'Character':
    case 'CharacterSet':
    case 'CharacterClass':
      return 1;
    case 'Quantifier':
      return element.min === 0 ? 0 : element.min * measureElement(element.element);
    case 'Group':
    case 'CapturingGroup':
      return measureShortestMatch(element);
    default:
      return 0;
  }
};

/** Returns the length of the shortest text that can match. Assertions count as 0. */
export const measureShortestMatch = ({
  alternatives,
}: {
  alternatives: readonly AST.Alternative[];
}): number =>
  Math.min(
    ...alternatives.map(({ elements }) =>
      elements.reduce((sum, element) => sum + measureElement(element), 0),
    ),
  );
