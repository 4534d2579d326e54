import { createRegistry } from '#src/engine/core/registry.ts';
import { checkbox } from './checkbox/element.ts';
import { computed } from './computed/element.ts';
import { date } from './date/element.ts';
import { display } from './display/element.ts';
import { file } from './file/element.ts';
import { geolocation } from './geolocation/element.ts';
import { group } from './group/element.ts';
import { gutachterchoice } from './gutachterchoice/element.ts';
import { headline } from './headline/element.ts';
import { input } from './input/element.ts';
import { inputregex } from './inputregex/element.ts';
import { mobilenumber } from './mobilenumber/element.ts';
import { multiplechoice } from './multiplechoice/element.ts';
import { number } from './number/element.ts';
import { rating } from './rating/element.ts';
import { rechtsschutzformular } from './rechtsschutzformular/element.ts';
import { signature } from './signature/element.ts';
import { simplechoice } from './simplechoice/element.ts';
import { textarea } from './textarea/element.ts';
import { time } from './time/element.ts';

/** Every element type of providers' forms. */
export const elementTypes = [
  headline,
  display,
  input,
  inputregex,
  textarea,
  number,
  mobilenumber,
  date,
  time,
  simplechoice,
  multiplechoice,
  checkbox,
  rating,
  file,
  signature,
  geolocation,
  gutachterchoice,
  rechtsschutzformular,
  group,
  computed,
];

export const registry = createRegistry(elementTypes);
