import type { LaneName } from '#schemas/tasks/board.rules.ts';

export const laneTitles = {
  unreleased: 'board.lane.unreleased',
  inProgress: 'board.lane.inProgress',
  inReview: 'board.lane.inReview',
  done: 'board.lane.done',
  todo: 'board.lane.todo',
  todoByOthers: 'board.lane.todoByOthers',
  all: 'board.lane.all',
} as const satisfies Record<LaneName, string>;
