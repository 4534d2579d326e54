import * as Type from 'typebox';
import { cleanTyped } from '#schemas/platform/typedText.ts';
import { pinPattern } from '#schemas/forms/pins.ts';
import { defineElement } from '#src/engine/core/element.ts';

/** Six digits: a PIN sent by mail or SMS, or a code of an authenticator app. */
export const pin = defineElement({
  type: 'pin',
  isPortalOnly: true,
  isSecret: true,
  frame: 'label',
  isOneInput: true,
  config: Type.Object({}),
  value: Type.String({ pattern: pinPattern }),
  parsePosted: ({ read }) => cleanTyped(read(), 'code').replace(/\s/g, ''),
  texts: { required: 'pin.error.digits', pattern: 'pin.error.digits' },
  view: () => import('./PinView.tsx'),
});
