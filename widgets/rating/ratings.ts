export const ratings = ['positiv', 'neutral', 'negativ'] as const;
export type Rating = (typeof ratings)[number];
export const ratingTexts = {
  positiv: 'rating.positiv',
  neutral: 'rating.neutral',
  negativ: 'rating.negativ',
} as const satisfies Record<Rating, string>;
