import type { FieldAddress } from '#src/engine/core/fieldAddress.ts';

// Element ids contain no hyphen, so two addresses never share a DOM id.
const getDomId = (part: string, address: FieldAddress): string =>
  `${part}-${address.replaceAll('/', '-')}`;

/** DOM id of an element's control or group of controls. `part` names one of several controls. */
export const getControlId = (address: FieldAddress, part?: string): string =>
  getDomId('answer', address) + (part ? `-${part}` : '');
/** DOM id of the box around an element. */
export const getFrameId = (address: FieldAddress): string => getDomId('element', address);
/** DOM id of an element's help. */
export const helpId = (address: FieldAddress): string => getDomId('help', address);
/** DOM id of an element's error. */
export const getErrorId = (address: FieldAddress): string => getDomId('error', address);
/** DOM id of a section's headline. */
export const getSectionId = (headlineId: string): string => getDomId('section', headlineId);

/** Returns `aria-describedby` of a control: the ids of its help and of its error, if any. */
export const describedByIds = (
  address: FieldAddress,
  { help, error }: { help: unknown; error: unknown },
): string | undefined =>
  [help ? helpId(address) : '', error ? getErrorId(address) : ''].filter(Boolean).join(' ') ||
  undefined;
