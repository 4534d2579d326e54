/** Groups by age, newest first. */
export const fileGroups = [
  'today',
  'yesterday',
  'thisWeek',
  'lastWeek',
  'thisMonth',
  'lastMonth',
  'longAgo',
] as const;
export type FileGroup = (typeof fileGroups)[number];

const hour = 3_600_000;
const day = 24 * hour;

/** Returns the group of an instant: by hours, then by the reader's calendar month. */
export function getFileGroup(instant: string, now: Date): FileGroup {
  const at = new Date(instant);
  const age = now.getTime() - at.getTime();
  if (age < 12 * hour) return 'today';
  if (age < 24 * hour) return 'yesterday';
  if (age < 7 * day) return 'thisWeek';
  if (age < 14 * day) return 'lastWeek';
  if (age >= 31 * day) return 'longAgo';
  return at.getMonth() === now.getMonth() ? 'thisMonth' : 'lastMonth';
}

/** Groups items by age, newest first. Skips empty groups. */
export function groupFiles<F extends { creationDate: string }>(
  files: readonly F[],
  now: Date,
): { group: FileGroup; files: F[] }[] {
  return fileGroups.flatMap((group) => {
    const members = files.filter(({ creationDate }) => getFileGroup(creationDate, now) === group);
    return members.length > 0 ? [{ group, files: members }] : [];
  });
}
