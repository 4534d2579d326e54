import type { Page } from '@playwright/test';
import { firstRepliesId } from '#schemas/portal/firstReplies.ts';

const element = new RegExp(`<script [^>]*id="${firstRepliesId}">.*?</script>`);

/** Removes the replies that come with a page after a login, so that it makes all of its calls. */
export async function removeFirstReplies(page: Page): Promise<void> {
  await page.route('**', async (route) => {
    const request = route.request();
    if (!request.isNavigationRequest() || request.method() !== 'GET') return route.fallback();
    const response = await route.fetch({ maxRedirects: 0 });
    const body = await response.text();
    if (!element.test(body)) return route.fulfill({ response });
    return route.fulfill({ response, body: body.replace(element, '') });
  });
}
