import { expect } from 'storybook/test';

/** The sentence of a call without a response. */
export const offline = /^Wir erreichen den Server gerade nicht/;

type Canvas = { findByText: (text: RegExp) => Promise<HTMLElement> };

/**
 * Acts while the server cannot be reached, and again once it can. Between the two the page says why
 * nothing happened, and `expectKept` finds everything as it was.
 */
export async function failsFirst(
  canvas: Canvas,
  network: { isUp: boolean },
  act: () => Promise<void>,
  expectKept: () => Promise<void> = async () => undefined,
): Promise<void> {
  network.isUp = false;
  await act();
  await expect(await canvas.findByText(offline)).toBeVisible();
  await expectKept();
  network.isUp = true;
  await act();
}
