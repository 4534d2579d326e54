import { createRegistry } from '#src/engine/core/registry.ts';
import { checkbox } from './checkbox/element.ts';
import { date } from './date/element.ts';
import { display } from './display/element.ts';
import { file } from './file/element.ts';
import { headline } from './headline/element.ts';
import { input } from './input/element.ts';
import { number } from './number/element.ts';
import { simplechoice } from './simplechoice/element.ts';
import { textarea } from './textarea/element.ts';

/** Every element type, one line each. */
export const elementTypes = [headline, display, input, textarea, number, date, simplechoice, checkbox, file];

export const registry = createRegistry(elementTypes);
