import type { Locator } from '@playwright/test';

/** Draws a signature of several strokes into the sheet of a form. */
export async function drawWithMouse(sheet: Locator): Promise<void> {
  const page = sheet.page();
  await sheet.scrollIntoViewIfNeeded();
  const box = await sheet.boundingBox();
  if (!box) throw new Error('The sheet is not shown');
  const { x, y, width, height } = box;
  await page.mouse.move(x + width * 0.2, y + height * 0.6);
  await page.mouse.down();
  for (let step = 1; step <= 20; step += 1)
    await page.mouse.move(x + width * (0.2 + step * 0.03), y + height * (step % 2 ? 0.3 : 0.6));
  await page.mouse.up();
}
