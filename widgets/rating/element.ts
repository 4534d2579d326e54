import * as Type from 'typebox';
import { StringEnum } from '#schemas/platform/common.ts';
import { defineElement } from '#src/engine/core/element.ts';
import { ratings, ratingTexts } from './ratings.ts';

/** A rating by one of three faces, each with its word. */
export const rating = defineElement({
  type: 'rating',
  frame: 'group',
  config: Type.Object({}),
  value: StringEnum(ratings),
  parseText: (text) => ratings.find((rating) => rating === text.toLowerCase()),
  formatAnswer: (value, _, { text }) => text(ratingTexts[value], {}),
  texts: { required: 'choice.error.required' },
  view: () => import('./RatingView.tsx'),
});
