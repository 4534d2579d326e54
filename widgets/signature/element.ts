import * as Type from 'typebox';
import { formatDayInWords, getGermanDay } from '#schemas/platform/dates.ts';
import { signatureLimits } from '#schemas/forms/limits.ts';
import { cleanTyped } from '#schemas/platform/typedText.ts';
import { defineElement } from '#src/engine/core/element.ts';
import { isNoSignature } from './isNoSignature.ts';
import { renderSvg } from './ink.ts';
import { readPngSize } from './png.ts';
import {
  canvasSize,
  methodTexts,
  readContent,
  SignatureAnswer,
  type SignatureContent,
} from './signatureAnswer.ts';

const pictureHeightPx = (signatureLimits.pictureWidthPx * canvasSize.height) / canvasSize.width;

const isNameTooLong = (value: unknown): boolean =>
  typeof value === 'object' &&
  value !== null &&
  'name' in value &&
  typeof value.name === 'string' &&
  Array.from(value.name).length > signatureLimits.maxNameLength;

/** The picture shows the name, so a name with invisible characters cannot be cleaned here. */
const isCleaned = (content: SignatureContent): boolean =>
  content.method !== 'typed' || cleanTyped(content.name, 'line') === content.name.trim();

/**
 * A signature, drawn, typed or uploaded. A new revision of the form invalidates it, because its
 * text may differ.
 */
export const signature = defineElement({
  type: 'signature',
  frame: 'group',
  config: Type.Object({}),
  value: SignatureAnswer,
  needsScripts: true,
  refineRule: (value) => (isNameTooLong(value) ? 'nameTooLong' : undefined),
  check: (answer, _, { revision }) => {
    if (answer.revision !== revision) return { rule: 'otherRevision' };
    const content = readContent(answer);
    const size = readPngSize(answer.png);
    const isRight =
      content &&
      isCleaned(content) &&
      renderSvg(content) === answer.svg &&
      size &&
      size.width <= signatureLimits.pictureWidthPx &&
      size.height <= pictureHeightPx &&
      !Number.isNaN(Date.parse(answer.signedAt));
    return isRight ? undefined : { rule: 'broken' };
  },
  isEmpty: (value) => value === undefined || value === null || value === '' || isNoSignature(value),
  formatAnswer: ({ method, name, signedAt }, _, { language, text }) =>
    [
      text(methodTexts[method], {}),
      name,
      formatDayInWords(getGermanDay(new Date(signedAt)), language),
    ]
      .filter(Boolean)
      .join(', '),
  signature: {
    getOrigin: ({ method, signedAt }) => ({ method, signedAt }),
    getPicture: ({ png }) => png,
  },
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
  },
  view: () => import('./SignatureView.tsx'),
});
