import * as Type from 'typebox';
import { StringEnum } from '#schemas/platform/common.ts';
import { visiblePattern } from '#schemas/platform/plainText.ts';
import { signatureLimits } from '#schemas/forms/limits.ts';

/** Size of the paper in its own units, independent of the screen. */
export const canvasSize = { width: 1_600, height: 600 } as const;

const signature = signatureLimits;
const noControl = '[^\\u0000-\\u001F\\u007F]';
const pngPrefixLength = 'data:image/png;base64,'.length;

const coordinate = (maximum: number) => Type.Integer({ minimum: 0, maximum });

/**
 * Position and line width, enough to draw it again. Time and pressure are not stored, because they
 * are biometric data.
 */
const Point = Type.Object(
  {
    x: coordinate(canvasSize.width),
    y: coordinate(canvasSize.height),
    width: Type.Integer({ minimum: 1, maximum: 40 }),
  },
  { additionalProperties: false },
);
const Stroke = Type.Array(Point, { minItems: 1, maxItems: signature.maxPointsPerStroke });
export type Point = Type.Static<typeof Point>;
export type Stroke = Type.Static<typeof Stroke>;

export const methods = ['drawn', 'typed', 'uploaded'] as const;

/** A signature as SVG and PNG, with its method, time and form revision. */
export const SignatureAnswer = Type.Object(
  {
    method: StringEnum(methods),
    /** set for a drawn signature */
    strokes: Type.Optional(Type.Array(Stroke, { minItems: 1, maxItems: signature.maxStrokes })),
    /** set for a typed signature */
    name: Type.Optional(
      Type.String({
        pattern: `^${noControl}*${visiblePattern}${noControl}*$`,
        maxLength: signature.maxNameLength,
      }),
    ),
    svg: Type.String({ maxLength: signature.drawingMaxLength }),
    /** data URL */
    png: Type.String({
      pattern: '^data:image/png;base64,[A-Za-z0-9+/]+={0,2}$',
      maxLength: pngPrefixLength + Math.ceil(signature.pictureMaxBytes / 3) * 4,
    }),
    /** by the device's clock; the server stores its own time of arrival */
    signedAt: Type.String({
      pattern: '^[0-9]{4}-[0-9]{2}-[0-9]{2}T[0-9]{2}:[0-9]{2}:[0-9]{2}\\.[0-9]{3}Z$',
    }),
    revision: Type.Integer({ minimum: 1 }),
  },
  { additionalProperties: false },
);
export type SignatureAnswer = Type.Static<typeof SignatureAnswer>;
/** Message ids of the methods. */
export const methodTexts = {
  drawn: 'signature.drawn',
  typed: 'signature.typed',
  uploaded: 'signature.uploaded',
} as const satisfies Record<SignatureMethod, string>;
export type SignatureMethod = SignatureAnswer['method'];

/** The visitor's input, from which SVG and PNG are made. */
export type SignatureContent =
  | { method: 'drawn'; strokes: Stroke[] }
  | { method: 'typed'; name: string }
  | { method: 'uploaded'; png: string };

/** Returns the content of an answer; `undefined` if its parts do not belong to its method. */
export function readContent({
  method,
  strokes,
  name,
  png,
}: SignatureAnswer): SignatureContent | undefined {
  if (method === 'drawn') return strokes && name === undefined ? { method, strokes } : undefined;
  if (method === 'typed') return name !== undefined && !strokes ? { method, name } : undefined;
  return strokes || name !== undefined ? undefined : { method, png };
}
