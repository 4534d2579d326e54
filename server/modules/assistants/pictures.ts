import sharp from 'sharp';
import type { Language } from '#schemas/common.ts';
import { errorText } from '#src/engine/core/errorText.ts';
import type { FormState } from '#src/engine/core/evaluateForm.ts';
import { textsIn } from '#server/http/texts.ts';
import { registry } from '#widgets/registry.ts';

const maxPixels = 1_000_000; // the types' own rules are stricter; this one keeps a small file from growing in memory

async function isReadable(dataUrl: string): Promise<boolean> {
  const bytes = Buffer.from(dataUrl.slice(dataUrl.indexOf(',') + 1), 'base64');
  return sharp(bytes, { limitInputPixels: maxPixels, failOn: 'warning' }).raw().toBuffer().then(() => true, () => false);
}

/** Answers whose picture is none, each with its sentence: the form's rules have only seen that it is built like one. */
export async function brokenPictures({ shown }: FormState, language: Language): Promise<Record<string, string>> {
  const fields: Record<string, string> = {};
  for (const { address, element, elementType, value } of shown.values()) {
    const picture = value === undefined ? undefined : elementType.pictureIn?.(value);
    if (picture && !(await isReadable(picture))) fields[`/answers/${address}`] = errorText(element, { rule: 'broken' }, registry, language, textsIn(language));
  }
  return fields;
}
