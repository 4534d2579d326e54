/** Who logs in at once, again and again, and for how long. */
export const users = 50;
export const password = 'Regen-Tonne 7';
export const buildUsername = (number: number): string => `user.${number}`;
export const seconds = 10;
/** How often it is asked meanwhile whether the server lives. */
export const askEveryMs = 10;
