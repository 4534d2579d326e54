import type { Address } from '#src/engine/core/address.ts';

// An element's id holds no hyphen, so two addresses never share a DOM id.
const domId = (part: string, address: Address): string => `${part}-${address.replaceAll('/', '-')}`;

/** DOM id of the control that answers, or of the group of controls; or of one of several fields of a widget. */
export const controlId = (address: Address, part?: string): string =>
  domId('answer', address) + (part ? `-${part}` : '');
/** DOM id of all that is drawn of an element. */
export const frameId = (address: Address): string => domId('element', address);
/** DOM id of an element's help. */
export const helpId = (address: Address): string => domId('help', address);
/** DOM id of an element's error. */
export const errorId = (address: Address): string => domId('error', address);
/** DOM id of a section's headline. */
export const sectionId = (headlineId: string): string => domId('section', headlineId);
