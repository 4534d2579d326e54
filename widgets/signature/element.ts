import * as Type from 'typebox';
import { dayInWords, germanDay } from '#schemas/dates.rules.ts';
import { limits } from '#schemas/limits.ts';
import { defineElement } from '#src/engine/core/element.ts';
import { inkLength, svgOf } from './ink.ts';
import { readPngSize } from './png.ts';
import { contentOf, methodTexts, sheet, SignatureAnswer } from './signatureAnswer.ts';

const pictureHeightPx = (limits.signature.pictureWidthPx * sheet.height) / sheet.width;

const isNameTooLong = (value: unknown): boolean =>
  typeof value === 'object' &&
  value !== null &&
  'name' in value &&
  typeof value.name === 'string' &&
  Array.from(value.name).length > limits.signature.maxNameLength;

/** A signature drawn, typed or uploaded. One given under an earlier revision signs another text, and is asked for again. */
export const signature = defineElement({
  type: 'signature',
  frame: 'group',
  config: Type.Object({}, { description: 'A signature: drawn, typed, or uploaded as a picture.' }),
  value: SignatureAnswer,
  closerRule: (value) => (isNameTooLong(value) ? 'nameTooLong' : undefined),
  check: (answer, _, { revision }) => {
    if (answer.revision !== revision) return { rule: 'otherRevision' };
    const content = contentOf(answer);
    const size = readPngSize(answer.png);
    const isRight =
      content &&
      svgOf(content) === answer.svg &&
      size &&
      size.width <= limits.signature.pictureWidthPx &&
      size.height <= pictureHeightPx &&
      !Number.isNaN(Date.parse(answer.signedAt));
    if (!isRight) return { rule: 'broken' };
    return content.method === 'drawn' && inkLength(content.strokes) < limits.signature.minInkLength
      ? { rule: 'tooLittle' }
      : undefined;
  },
  textOf: ({ method, name, signedAt }, _, { language, text }) =>
    [text(methodTexts[method], {}), name, dayInWords(germanDay(new Date(signedAt)), language)]
      .filter(Boolean)
      .join(', '),
  signedBy: ({ method, signedAt }) => ({ method, signedAt }),
  pictureIn: ({ png }) => png,
  texts: {
    uploading: 'file.error.uploading',
    required: 'signature.error.required',
    type: 'signature.error.broken',
    pattern: 'signature.error.broken',
    maxLength: 'signature.error.tooMuch',
    maxItems: 'signature.error.tooMuch',
    nameTooLong: 'element.error.maxLength',
    otherRevision: 'signature.error.otherRevision',
    broken: 'signature.error.broken',
    tooLittle: 'signature.error.tooLittle',
  },
  view: () => import('./SignatureView.tsx'),
});
