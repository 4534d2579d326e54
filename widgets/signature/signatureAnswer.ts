import * as Type from 'typebox';
import { StringEnum } from '#schemas/common.ts';
import { limits } from '#schemas/limits.ts';

/** The sheet every signature stands on, in units of its own: a drawing fits a screen of any width. */
export const sheet = { width: 1_600, height: 600 } as const;

const { signature } = limits;
const pngPrefixLength = 'data:image/png;base64,'.length;

const coordinate = (maximum: number) => Type.Integer({ minimum: 0, maximum });

/** Where the pen was and how wide its line: enough to draw it again. When and how hard it pressed is nobody's business. */
const Point = Type.Object(
  {
    x: coordinate(sheet.width),
    y: coordinate(sheet.height),
    width: Type.Integer({ minimum: 1, maximum: 40 }),
  },
  { additionalProperties: false },
);
const Stroke = Type.Array(Point, { minItems: 1, maxItems: signature.maxPointsPerStroke });
export type Point = Type.Static<typeof Point>;
export type Stroke = Type.Static<typeof Stroke>;

export const methods = ['drawn', 'typed', 'uploaded'] as const;

/** A signature as SVG and as PNG, how it was given, when, and for which revision of the form. */
export const SignatureAnswer = Type.Object(
  {
    method: StringEnum(methods),
    /** what was drawn */
    strokes: Type.Optional(Type.Array(Stroke, { minItems: 1, maxItems: signature.maxStrokes })),
    /** what was typed */
    name: Type.Optional(
      Type.String({
        pattern:
          '^[^\\u0000-\\u001F\\u007F]*[^\\s\\u0000-\\u001F\\u007F][^\\u0000-\\u001F\\u007F]*$',
        maxLength: signature.maxNameLength,
      }),
    ),
    svg: Type.String({ maxLength: signature.drawingMaxLength }),
    /** data URL */
    png: Type.String({
      pattern: '^data:image/png;base64,[A-Za-z0-9+/]+={0,2}$',
      maxLength: pngPrefixLength + Math.ceil(signature.pictureMaxBytes / 3) * 4,
    }),
    /** by the device's clock; the server notes by its own when the form arrived */
    signedAt: Type.String({
      pattern: '^[0-9]{4}-[0-9]{2}-[0-9]{2}T[0-9]{2}:[0-9]{2}:[0-9]{2}\\.[0-9]{3}Z$',
    }),
    revision: Type.Integer({ minimum: 1 }),
  },
  { additionalProperties: false },
);
export type SignatureAnswer = Type.Static<typeof SignatureAnswer>;
/** How a signature was given, in words. */
export const methodTexts = {
  drawn: 'signature.drawn',
  typed: 'signature.typed',
  uploaded: 'signature.uploaded',
} as const satisfies Record<SignatureMethod, string>;
export type SignatureMethod = SignatureAnswer['method'];

/** What a visitor gives; picture and drawing are made from it. */
export type SignatureContent =
  | { method: 'drawn'; strokes: Stroke[] }
  | { method: 'typed'; name: string }
  | { method: 'uploaded'; png: string };

/** The content of an answer; undefined when the parts do not belong to its method. */
export function contentOf({
  method,
  strokes,
  name,
  png,
}: SignatureAnswer): SignatureContent | undefined {
  if (method === 'drawn') return strokes && name === undefined ? { method, strokes } : undefined;
  if (method === 'typed') return name !== undefined && !strokes ? { method, name } : undefined;
  return strokes || name !== undefined ? undefined : { method, png };
}
