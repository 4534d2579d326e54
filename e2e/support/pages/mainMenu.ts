import type { Page } from '@playwright/test';

/** Chooses an entry of the main menu. A phone has it in a dialog. */
export async function chooseInMenu(
  page: Page,
  role: 'link' | 'button',
  name: string,
): Promise<void> {
  const more = page.getByRole('button', { name: 'Menü', exact: true });
  const entry = page.getByRole(role, { name, exact: true }).filter({ visible: true }).first();
  await more.or(entry).filter({ visible: true }).first().waitFor();
  if (await more.isVisible()) await more.click();
  await entry.click();
}
