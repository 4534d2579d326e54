import * as Type from 'typebox';
import { StringEnum } from '#schemas/platform/common.ts';

const inputModes = ['text', 'numeric', 'decimal', 'tel', 'email', 'url'] as const;
export type InputMode = (typeof inputModes)[number];

/** Setting of single-line text types: which keyboard a phone shows. It validates nothing. */
export const inputMode = Type.Optional(StringEnum(inputModes));
