import sharp from 'sharp';
import type { FormState } from '#src/engine/core/evaluateForm.ts';
import type { AnswerError } from '#src/engine/core/validateAnswers.ts';

const maxPixels = 1_000_000; // the types' own rules are stricter; this one keeps a small file from growing in memory

async function isReadable(dataUrl: string): Promise<boolean> {
  const bytes = Buffer.from(dataUrl.slice(dataUrl.indexOf(',') + 1), 'base64');
  return sharp(bytes, { limitInputPixels: maxPixels, failOn: 'warning' })
    .raw()
    .toBuffer()
    .then(
      () => true,
      () => false,
    );
}

/** Answers whose picture is none: the form's rules have only seen that it is built like one. */
export async function brokenPictures({ shown }: FormState): Promise<AnswerError[]> {
  const broken: AnswerError[] = [];
  for (const { address, elementType, value } of shown.values()) {
    const picture = value === undefined ? undefined : elementType.pictureIn?.(value);
    if (picture && !(await isReadable(picture)))
      broken.push({ address, pointer: `/${address}`, rule: 'broken' });
  }
  return broken;
}
