import { dayMs, hourMs } from '#schemas/platform/time.ts';

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

/** Returns the group of an instant: by hours, then by the reader's calendar month. */
export function getFileGroup(instant: string, now: Date): FileGroup {
  const at = new Date(instant);
  const age = now.getTime() - at.getTime();
  if (age < 12 * hourMs) return 'today';
  if (age < dayMs) return 'yesterday';
  if (age < 7 * dayMs) return 'thisWeek';
  if (age < 14 * dayMs) return 'lastWeek';
  if (age >= 31 * dayMs) return 'longAgo';
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
