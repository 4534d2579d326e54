import type { Page } from 'playwright';

/** Runs work on a page. Fails when one of its requests is refused: error pages are fast. */
export function failOnRefusal<Result>(
  page: Pick<Page, 'on'>,
  work: () => Promise<Result>,
): Promise<Result> {
  const refused = new Promise<never>((_, reject) => {
    page.on('response', (response) => {
      if (response.status() >= 400)
        reject(new Error(`${response.url()} was answered with ${response.status()}`));
    });
  });
  return Promise.race([refused, work()]);
}
