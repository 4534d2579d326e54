/** Number of users who log in repeatedly in parallel. */
export const users = 50;
export const password = 'Regen-Tonne 7';
export const buildUsername = (number: number): string => `user.${number}`;
/** Interval between two health checks in ms. */
export const askEveryMs = 10;
