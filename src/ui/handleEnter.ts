import type { KeyboardEvent } from 'react';

/** Types of inputs in which Enter would submit the form. */
const withoutOwnEnter = new Set(['submit', 'button', 'image', 'reset', 'file', 'color']);

const isField = (
  control: Element,
): control is HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement =>
  control instanceof HTMLTextAreaElement ||
  control instanceof HTMLSelectElement ||
  (control instanceof HTMLInputElement &&
    control.type !== 'hidden' &&
    !withoutOwnEnter.has(control.type));

/** Lists the fields that Tab reaches, so not the honeypot; one of several radio buttons. */
function listFields(form: HTMLFormElement): HTMLElement[] {
  const names = new Set<string>();
  return Array.from(form.elements).filter((control): control is HTMLElement => {
    if (!isField(control) || control.disabled || control.tabIndex < 0) return false;
    if (control.type !== 'radio') return true;
    const isFirst = !names.has(control.name);
    names.add(control.name);
    return isFirst;
  });
}

/**
 * Keeps Enter in a field from submitting a form of several fields. On a touch screen it goes to the
 * next field, and hides the keyboard after the last one.
 */
export function handleEnter(event: KeyboardEvent<HTMLFormElement>): void {
  const { target, currentTarget: form } = event;
  if (event.key !== 'Enter' || event.nativeEvent.isComposing) return;
  if (!(target instanceof HTMLInputElement) || withoutOwnEnter.has(target.type)) return;
  const fields = listFields(form);
  if (fields.length <= 1 || event.isDefaultPrevented()) return;
  event.preventDefault();
  if (typeof matchMedia !== 'function' || !matchMedia('(pointer: coarse)').matches) return;
  const following = fields.filter(
    (field) => target.compareDocumentPosition(field) & Node.DOCUMENT_POSITION_FOLLOWING,
  );
  const next = following.find(
    (field) => !(field instanceof HTMLInputElement && field.name && field.name === target.name),
  );
  if (next) next.focus();
  else target.blur();
}
