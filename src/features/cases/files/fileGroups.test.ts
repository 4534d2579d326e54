import { expect, it } from 'vitest';
import { getFileGroup, groupFiles, type FileGroup } from './fileGroups.ts';

const now = new Date('2026-11-20T18:00:00Z');
const hoursBefore = (hours: number): string =>
  new Date(now.getTime() - hours * 3_600_000).toISOString();

it.each<[hours: number, FileGroup]>([
  [-1, 'today'],
  [0, 'today'],
  [11.99, 'today'],
  [12, 'yesterday'],
  [23.99, 'yesterday'],
  [24, 'thisWeek'],
  [7 * 24 - 0.01, 'thisWeek'],
  [7 * 24, 'lastWeek'],
  [14 * 24 - 0.01, 'lastWeek'],
  [14 * 24, 'thisMonth'],
  [18 * 24, 'thisMonth'],
  [21 * 24, 'lastMonth'],
  [31 * 24 - 0.01, 'lastMonth'],
  [31 * 24, 'longAgo'],
  [2 * 365 * 24, 'longAgo'],
  [10 * 365 * 24, 'longAgo'],
])('A file from %s hours ago is in the group %s', (hours, group) => {
  expect(getFileGroup(hoursBefore(hours), now)).toBe(group);
});

it('The list has no empty time groups and keeps the order within each group', () => {
  const files = [1, 2, 30, 800].map((hours) => ({
    name: `${hours}`,
    creationDate: hoursBefore(hours),
  }));
  expect(
    groupFiles(files, now).map(({ group, files: members }) => [
      group,
      members.map(({ name }) => name),
    ]),
  ).toEqual([
    ['today', ['1', '2']],
    ['thisWeek', ['30']],
    ['longAgo', ['800']],
  ]);
});
