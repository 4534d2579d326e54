import type { Page } from '@playwright/test';
import { expectNoBarrier, expectNoSidewaysScroll } from '../barriers.ts';
import { expect } from '../test.ts';

export const findName = (page: Page) => page.getByRole('textbox', { name: 'Benutzername' });
export const findPassword = (page: Page) => page.locator('input[type=password]').first();
export const title = (page: Page) => page.getByRole('heading', { level: 1 });
export const summary = (page: Page) => page.locator('[aria-labelledby=error-summary]');

export async function logIn(
  page: Page,
  client: { username: string; password: string },
): Promise<void> {
  await findName(page).fill(client.username);
  await findPassword(page).fill(client.password);
  await page.getByRole('button', { name: 'Anmelden', exact: true }).click();
}

export async function expectLoggedIn(page: Page): Promise<void> {
  await expect(page).toHaveURL('/logged-in');
  await expect(title(page)).toHaveText('Sie sind angemeldet');
  await expect(page.getByText('Akten, Nachrichten und Aufgaben brauchen JavaScript')).toBeVisible();
}

export type Check = (page: Page) => Promise<void>;

/** Checks a page in both themes, and on the narrowest screen. */
export const expectUsable: Check = async (page) => {
  await page.waitForLoadState(); // a style sheet may arrive after the HTML
  await expectNoBarrier(page);
  await expectNoSidewaysScroll(page);
};

/** Runs no check: with JavaScript off axe would wait for its timers without end. */
export const checkLater: Check = async () => undefined;
