import type { AST } from '@eslint-community/regexpp';

const shortestOf = (element: AST.Element): number => {
  switch (element.type) {
    case 'Character':
    case 'CharacterSet':
    case 'CharacterClass':
      return 1;
    case 'Quantifier':
      return element.min === 0 ? 0 : element.min * shortestOf(element.element);
    case 'Group':
    case 'CapturingGroup':
      return shortestMatch(element);
    default:
      return 0;
  }
};

/** How many characters the shortest text has that a pattern may match; assertions, which could ask for more, are not counted. */
export const shortestMatch = ({
  alternatives,
}: {
  alternatives: readonly AST.Alternative[];
}): number =>
  Math.min(
    ...alternatives.map(({ elements }) =>
      elements.reduce((sum, element) => sum + shortestOf(element), 0),
    ),
  );
