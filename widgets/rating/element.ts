import * as Type from 'typebox';
import { StringEnum } from '#schemas/common.ts';
import { defineElement } from '#src/engine/core/element.ts';
import { ratings, ratingTexts } from './ratings.ts';

/** How somebody found something: one of three faces, each with its word. */
export const rating = defineElement({
  type: 'rating',
  frame: 'group',
  config: Type.Object(
    {},
    { description: 'How somebody found something: one of three faces, each with its word.' },
  ),
  value: StringEnum(ratings),
  fromText: (text) => ratings.find((rating) => rating === text.toLowerCase()),
  textOf: (value, _, { text }) => text(ratingTexts[value], {}),
  view: () => import('./RatingView.tsx'),
});
