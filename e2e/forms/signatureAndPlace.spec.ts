import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Locator, Page } from '@playwright/test';
import sharp from 'sharp';
import type { SubmissionDetail } from '#schemas/forms/submissions.ts';
import { drawWithMouse } from '../support/drawWithMouse.ts';
import { OwnServer } from '../support/ownServer.ts';
import { ExternalForm } from '../support/pages/externalForm.ts';
import { getAccidentGuid, expect, readSubmissions, test, type DemoWorld } from '../support/test.ts';

const findSignature = (page: Page): Locator =>
  page.getByRole('group', { name: /^Ihre Unterschrift/ });

/** Swipes with one finger, in a zigzag from left to right or straight up. */
async function swipe(page: Page, sheet: Locator, along: 'zigzag' | 'up'): Promise<void> {
  const { x, y, width, height } = (await sheet.boundingBox()) ?? {
    x: 0,
    y: 0,
    width: 0,
    height: 0,
  };
  const at = (step: number) =>
    along === 'zigzag'
      ? { x: x + width * (0.2 + step * 0.03), y: y + height * (step % 2 ? 0.3 : 0.6) }
      : { x: x + width / 2, y: y + height * 0.8 - step * 10 };
  const client = await page.context().newCDPSession(page);
  await client.send('Input.dispatchTouchEvent', { type: 'touchStart', touchPoints: [at(0)] });
  for (let step = 1; step <= 20; step += 1)
    await client.send('Input.dispatchTouchEvent', { type: 'touchMove', touchPoints: [at(step)] });
  await client.send('Input.dispatchTouchEvent', { type: 'touchEnd', touchPoints: [] });
}

/** Checks that the submission has the signature as SVG and PNG. */
async function expectSignature([submission]: readonly SubmissionDetail[]): Promise<void> {
  const value = submission?.answers.find(({ elementId }) => elementId === 'signature')?.value as {
    method: string;
    revision: number;
    svg: string;
    png: string;
    signedAt: string;
  };
  expect(value).toMatchObject({ method: 'drawn', revision: 1 });
  expect(Math.abs(Date.parse(value.signedAt) - Date.now())).toBeLessThan(120_000);
  const picture = await sharp(Buffer.from(value.png.split(',')[1] ?? '', 'base64')).stats();
  expect(picture.channels[0]?.min).toBeLessThan(100); // there is ink
  const drawing = await sharp(Buffer.from(value.svg)).metadata();
  expect(drawing.format).toBe('svg');
}

test(
  'A signature survives a reload and a rotation, and arrives as SVG and PNG',
  { tag: '@both' },
  async ({ page, request, demo }, { project }) => {
    const form = new ExternalForm(page);
    const email = `unterschrift.${project.name}.${Date.now()}@example.com`;
    await form.open(getAccidentGuid(demo));
    await page.getByRole('button', { name: 'Einverstanden' }).click();
    await form.fillInAccident();
    await form.field('E-Mail-Adresse').fill(email);
    const sheet = page.getByTestId('signature-canvas');
    const drawn = findSignature(page).getByRole('img', { name: 'Ihre gezeichnete Unterschrift' });
    await sheet.scrollIntoViewIfNeeded();

    if (project.name === 'phone') {
      await test.step('A finger that scrolls past leaves no line', async () => {
        const before = await page.evaluate(() => scrollY);
        await swipe(page, sheet, 'up');
        await expect.poll(() => page.evaluate(() => scrollY)).toBeGreaterThan(before);
        await expect(drawn).toHaveCount(0);
      });
      await test.step('A finger draws after a tap on the canvas, without scrolling', async () => {
        await sheet.tap();
        const before = await page.evaluate(() => scrollY);
        await swipe(page, sheet, 'zigzag');
        await expect(drawn).toBeVisible();
        expect(await page.evaluate(() => scrollY)).toBe(before);
      });
    } else await drawWithMouse(sheet);
    await expect(drawn).toBeVisible();
    const lines = () =>
      drawn.locator('path').evaluateAll((paths) => paths.map((path) => path.getAttribute('d')));
    const before = await lines();

    await form.expectDraftStored();
    await page.reload();
    await expect(drawn).toBeVisible();
    expect(await lines()).toEqual(before);
    const size = page.viewportSize() ?? { width: 0, height: 0 };
    await page.setViewportSize({ width: size.height, height: size.width });
    expect(await lines()).toEqual(before);
    await page.reload(); // at the other width
    await expect(drawn).toBeVisible();
    expect(await lines()).toEqual(before);
    await page.setViewportSize(size);

    await form.acceptTerms();
    await form.submitButton().click();
    await expect(page).toHaveURL(/\/succeed$/);
    await expectSignature(await readSubmissions(request, demo, email));
  },
);

test(
  'A place is set by GPS, map or keyboard, and the map loads on demand',
  { tag: '@both' },
  async ({ page, context, request, demo }, { project }) => {
    const loaded: string[] = [];
    page.on('request', (sent) => loaded.push(sent.url()));
    const hasMapCode = () => loaded.some((url) => url.includes('LocationMap'));
    const form = new ExternalForm(page);
    const email = `ort.${project.name}.${Date.now()}@example.com`;
    await form.open(getAccidentGuid(demo));
    await page.getByRole('button', { name: 'Einverstanden' }).click();
    await form.fillInAccident();
    await form.field('E-Mail-Adresse').fill(email);
    const group = page.getByRole('group', { name: /^Unfallort/ });

    await group.getByRole('button', { name: 'Mein Standort' }).click();
    await expect(group.getByText('Ihr Browser gibt den Standort nicht frei.')).toBeVisible();
    await context.grantPermissions(['geolocation']);
    await context.setGeolocation({ latitude: 53.5701, longitude: 9.952, accuracy: 12 });
    await group.getByRole('button', { name: 'Mein Standort' }).click();
    await expect(group.getByText('53,5701° Nord, 9,9520° Ost, auf 12 Meter genau')).toBeVisible();

    expect(hasMapCode()).toBe(false);
    await group.getByRole('button', { name: 'Ort auf einer Karte wählen' }).click();
    const pin = group.getByRole('button', { name: /^Markierung\./ });
    await expect(pin).toBeVisible();
    expect(hasMapCode()).toBe(true);
    await pin.focus();
    await page.keyboard.press('ArrowUp');
    await expect(group.getByText('auf 12 Meter genau')).toHaveCount(0);
    await group.getByRole('textbox', { name: 'Längengrad' }).fill('9,96');

    await form.acceptTerms();
    await form.submitButton().click();
    await expect(page).toHaveURL(/\/succeed$/);
    const [submission] = await readSubmissions(request, demo, email);
    const place = submission?.answers.find(({ elementId }) => elementId === 'place')?.value as {
      latitude: number;
    };
    expect(place).toEqual({
      address: 'Lindenweg 14, Hamburg',
      latitude: expect.any(Number),
      longitude: 9.96,
    });
    expect(place.latitude).toBeGreaterThan(53.5701);
  },
);

test('Map tiles come from our own origin, with their attribution', async ({ page, request }) => {
  const tile = await sharp({
    create: { width: 256, height: 256, channels: 3, background: '#cfdfe6' },
  })
    .png()
    .toBuffer();
  const upstream = createServer(
    (_request, response) => void response.writeHead(200, { 'content-type': 'image/png' }).end(tile),
  ).listen(0, '127.0.0.1');
  await once(upstream, 'listening');
  const server = await OwnServer.create({
    TILE_UPSTREAM: `http://127.0.0.1:${(upstream.address() as AddressInfo).port}/{z}/{x}/{y}.png`,
    TILE_ATTRIBUTION: '© [Kartenamt](https://karten.example/recht)',
  });
  try {
    const demo = (await (await request.get(`${server.url}/dev/demo.json`)).json()) as DemoWorld;
    await page.goto(`${server.url}/externalform/${getAccidentGuid(demo)}`);
    const group = page.getByRole('group', { name: /^Unfallort/ });
    const fetched = page.waitForResponse(/\/api\/tiles\/\d+\/\d+\/\d+$/);
    await group.getByRole('button', { name: 'Ort auf einer Karte wählen' }).click();
    expect((await fetched).headers()['content-type']).toBe('image/png');
    await expect(group.getByRole('link', { name: 'Kartenamt' })).toHaveAttribute(
      'href',
      'https://karten.example/recht',
    );
    await expect(group.getByText('Vereinfachte Karte')).toHaveCount(0);
    await expect(group.locator('img.leaflet-tile-loaded').first()).toBeVisible();
  } finally {
    await server.remove();
    upstream.close();
  }
});
