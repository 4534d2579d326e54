import type { Locator } from '@playwright/test';

/** Clicks with the second half of a double click, whose first half was anywhere. */
export async function clickAgain(control: Locator): Promise<void> {
  const mouse = control.page().mouse;
  await control.hover();
  await mouse.down({ clickCount: 2 });
  await mouse.up({ clickCount: 2 });
}
