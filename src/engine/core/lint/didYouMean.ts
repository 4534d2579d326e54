/** Returns the edit distance: characters inserted, deleted or replaced, or neighbours swapped. */
function measureDistance(from: string, to: string): number {
  let [before, last]: number[][] = [[], Array.from({ length: to.length + 1 }, (_, index) => index)];
  for (let row = 1; row <= from.length; row += 1) {
    const next = [row];
    for (let column = 1; column <= to.length; column += 1) {
      const isSame = from[row - 1] === to[column - 1];
      const isSwap =
        row > 1 &&
        column > 1 &&
        from[row - 1] === to[column - 2] &&
        from[row - 2] === to[column - 1];
      // ! every row has the length of `to` plus 1
      next[column] = Math.min(
        last![column]! + 1,
        next[column - 1]! + 1,
        last![column - 1]! + (isSame ? 0 : 1),
        isSwap ? before![column - 2]! + 1 : Infinity,
      );
    }
    [before, last] = [last, next];
  }
  return last![to.length]!;
}

const longestName = 130; // group.element

/**
 * Returns the only candidate with a similar spelling; `undefined` if there is none or more than
 * one.
 */
export function didYouMean(word: string, candidates: readonly string[]): string | undefined {
  const wanted = word.toLowerCase();
  const limit = Math.max(1, Math.floor(wanted.length / 3));
  const near = [...new Set(candidates)]
    .filter(
      (candidate) =>
        Math.abs(candidate.length - wanted.length) <= limit && wanted.length <= longestName,
    )
    .map((candidate) => ({ candidate, edits: measureDistance(wanted, candidate.toLowerCase()) }))
    .filter(({ candidate, edits }) => edits <= limit && candidate !== word)
    .sort((one, other) => one.edits - other.edits);
  const [first, second] = near;
  return first && first.edits !== second?.edits ? first.candidate : undefined;
}
