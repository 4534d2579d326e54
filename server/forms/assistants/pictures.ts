import type { FormState } from '#src/engine/core/evaluation/evaluateForm.ts';
import type { AnswerError } from '#src/engine/core/validation/validateAnswers.ts';

const maxPixels = 1_000_000; // a limit for decompression; the types' own rules are stricter

async function isReadable(dataUrl: string): Promise<boolean> {
  const bytes = Buffer.from(dataUrl.slice(dataUrl.indexOf(',') + 1), 'base64');
  const { default: sharp } = await import('sharp');
  return sharp(bytes, { limitInputPixels: maxPixels, failOn: 'warning' })
    .raw()
    .toBuffer()
    .then(
      () => true,
      () => false,
    );
}

/** Lists answers with an invalid picture, because the form's rules check its format only. */
export async function findBrokenPictures({ shown }: FormState): Promise<AnswerError[]> {
  const broken: AnswerError[] = [];
  for (const { address, elementType, value } of shown.values()) {
    const picture = value === undefined ? undefined : elementType.signature?.getPicture(value);
    if (picture && !(await isReadable(picture)))
      broken.push({ address, pointer: `/${address}`, rule: 'broken' });
  }
  return broken;
}
