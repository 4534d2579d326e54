import { describe, expect, it } from 'vitest';
import { computeLayout, listTabs } from './caseView.ts';

describe('The tabs of a case', () => {
  it.each([
    ['a case', false, false, ['overview', 'messages']],
    ['a case with a task', false, false, ['overview', 'tasks', 'messages'], true],
    ['an esy case', true, false, ['overview', 'tasks', 'messages']],
    ['a case under a customer’s plugin', false, true, ['tasks', 'messages']],
    ['an esy case under a customer’s plugin', true, true, ['tasks', 'messages']],
  ])('The tabs are correct for %s', (_, isEsyAkte, hasPlugin, tabs, hasTasks = false) =>
    expect(listTabs({ isEsyAkte }, { hasPlugin, hasTasks })).toEqual(tabs),
  );
});

describe('The sidebar of a case', () => {
  it.each([
    [
      'in a wide window nobody has asked: the details, beside the messages',
      'wide',
      'messages',
      undefined,
      'tab',
      'akte_details',
      false,
    ],
    [
      'and not beside the overview, which says the same',
      'wide',
      'overview',
      undefined,
      'tab',
      undefined,
      false,
    ],
    ['closed stays closed', 'wide', 'messages', 'closed', 'tab', undefined, false],
    [
      'what was asked for',
      'wide',
      'overview',
      'favorite_messages',
      'tab',
      'favorite_messages',
      false,
    ],
    ['folders stand in the list', 'wide', 'messages', 'akte_folders', 'tab', 'akte_details', false],
    [
      'on a laptop nobody has asked: nothing',
      'laptop',
      'messages',
      undefined,
      'tab',
      undefined,
      true,
    ],
    [
      'on a laptop it lies over the case',
      'laptop',
      'messages',
      'akte_files',
      'tab',
      'akte_files',
      true,
    ],
    ['on a tablet too', 'tablet', 'messages', 'akte_details', 'tab', 'akte_details', true],
    [
      'on a phone nobody has asked: nothing',
      'phone',
      'messages',
      undefined,
      'tab',
      undefined,
      true,
    ],
    [
      'on a phone details lie over the case',
      'phone',
      'overview',
      'akte_details',
      'tab',
      'akte_details',
      true,
    ],
    [
      'on a phone the search does',
      'phone',
      'messages',
      'search_messages',
      'tab',
      'search_messages',
      true,
    ],
    [
      'on a phone files take the place of the messages',
      'phone',
      'messages',
      'akte_files',
      'akte_files',
      undefined,
      true,
    ],
    ['on a phone folders do', 'phone', 'messages', 'akte_folders', 'akte_folders', undefined, true],
    [
      'on a phone favourites do',
      'phone',
      'messages',
      'favorite_messages',
      'favorite_messages',
      undefined,
      true,
    ],
    ['but not of the overview', 'phone', 'overview', 'akte_files', 'tab', undefined, true],
  ] as const)('%s', (_, width, tab, side, inside, beside, isOver) =>
    expect(computeLayout({ tab, side }, width)).toEqual({ inside, beside, isOver }),
  );
});
