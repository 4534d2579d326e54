/** The names of a person. One who has a single name has it in `lastName`. */
type Named = { firstName: string; lastName: string };

/** Returns the full name of a person, without a blank for a missing part. */
export const formatPersonName = ({ firstName, lastName }: Named): string =>
  [firstName, lastName].filter((part) => part !== '').join(' ');
