/** Number of users who log in repeatedly in parallel, for `seconds`. */
export const users = 50;
export const password = 'Regen-Tonne 7';
export const buildUsername = (number: number): string => `user.${number}`;
export const seconds = 10;
/** Interval between two health checks in ms. */
export const askEveryMs = 10;
