import { attachmentExtensions, thumbnailExtensions } from './limits.ts';

/** Lower-case extension without the dot, '' when there is none. */
export function fileExtension(fileName: string): string {
  const dot = fileName.lastIndexOf('.');
  return dot <= 0 ? '' : fileName.slice(dot + 1).toLowerCase();
}

/** product.md §5. An author's own list can only narrow the product's list. */
export function isAllowedAttachment(fileName: string, authorExtensions?: readonly string[]): boolean {
  const extension = fileExtension(fileName);
  const allowed: readonly string[] = attachmentExtensions;
  return allowed.includes(extension) && (authorExtensions === undefined || authorExtensions.includes(extension));
}

/** Whether a small picture of the file can be asked for (calls.md §9). */
export function hasThumbnail(extension: string): boolean {
  return (thumbnailExtensions as readonly string[]).includes(extension);
}
