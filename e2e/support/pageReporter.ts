import { readFileSync } from 'node:fs';
import type { Reporter, TestCase, TestResult } from '@playwright/test/reporter';

/** Lines of the server that a failed journey reports. */
const maxServerLines = 5;
/** Ends what a server prints at its start: links and logins. */
const lastLineOfStart = 'Ctrl-C stops the server.';

/**
 * Prints the page's content when a journey fails, because CI keeps only the log, and attaches the
 * server's last lines.
 */
export default class PageReporter implements Reporter {
  private serverLines: string[] = [];

  /** Output without a test is that of the server. */
  onStdOut(chunk: string | Buffer, test: TestCase | undefined): void {
    if (test) return;
    const lines = [...this.serverLines, ...String(chunk).split('\n').filter(Boolean)];
    const start = lines.findLastIndex((line) => line.includes(lastLineOfStart));
    this.serverLines = lines.slice(start + 1).slice(-maxServerLines);
  }

  onStdErr(chunk: string | Buffer, test: TestCase | undefined): void {
    this.onStdOut(chunk, test);
  }

  onTestEnd({ title, expectedStatus }: TestCase, { attachments, status }: TestResult): void {
    if (status === expectedStatus) return;
    const body = Buffer.from(this.serverLines.join('\n'));
    if (body.length > 0) attachments.push({ name: 'server', contentType: 'text/plain', body });
    for (const { name, path } of attachments) {
      if (name !== 'error-context' || !path) continue;
      const [, shown] = /^```yaml\n([^]*?)^```/m.exec(readFileSync(path, 'utf8')) ?? [];
      if (shown) process.stdout.write(`\nThe page when "${title}" failed:\n${shown}\n`);
    }
  }
}
