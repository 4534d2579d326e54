import { drawSheet } from './drawSheet.ts';
import type { SheetContent } from './sheet.ts';

/** The response of this process: the document, or the stack of the error that prevented it. */
export type Drawn = { pdf: Uint8Array } | { error: string };

async function respond(content: SheetContent): Promise<void> {
  const drawn = await drawSheet(content).then(
    (pdf): Drawn => ({ pdf }),
    (error: unknown): Drawn => ({ error: (error instanceof Error && error.stack) || 'unknown' }),
  );
  process.send?.(drawn);
}
process.on('message', (content: SheetContent) => void respond(content));
process.once('disconnect', () => process.exit());
