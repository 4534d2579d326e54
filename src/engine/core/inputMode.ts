import * as Type from 'typebox';
import { StringEnum } from '#schemas/common.ts';

const inputModes = ['text', 'numeric', 'decimal', 'tel', 'email', 'url'] as const;
export type InputMode = (typeof inputModes)[number];

/** A setting of element types that take a line of text: which keys a phone offers. It refuses nothing. */
export const inputMode = Type.Optional(
  StringEnum(inputModes, { description: 'Which keys a phone offers; it refuses nothing.' }),
);
