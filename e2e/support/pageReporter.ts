import { readFileSync } from 'node:fs';
import type { Reporter, TestCase, TestResult } from '@playwright/test/reporter';

/** Prints the page's content when a journey fails, because CI keeps only the log. */
export default class PageReporter implements Reporter {
  onTestEnd({ title }: TestCase, { attachments }: TestResult): void {
    for (const { name, path } of attachments) {
      if (name !== 'error-context' || !path) continue;
      const [, shown] = /^```yaml\n([^]*?)^```/m.exec(readFileSync(path, 'utf8')) ?? [];
      if (shown) process.stdout.write(`\nThe page when "${title}" failed:\n${shown}\n`);
    }
  }
}
