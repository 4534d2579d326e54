declare global {
  interface Window {
    /** Controls that the visitor has used before the scripts ran (beforePaint.ts). */
    usedControls?: WeakSet<EventTarget>;
  }
}

type Control = HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement;

function reset(control: Control): void {
  if (control instanceof HTMLSelectElement)
    control.value = control.querySelector<HTMLOptionElement>('option[selected]')?.value ?? '';
  else if (control.type === 'checkbox' || control.type === 'radio')
    (control as HTMLInputElement).checked = control.hasAttribute('checked');
  else if (control.type !== 'file') control.value = control.defaultValue;
}

/**
 * Removes what the browser restored after a reload: answers come from the draft, or from what was
 * kept before the form was open, and on a shared device from nowhere. What the visitor has typed
 * since stays.
 */
export function resetRestoredInput(
  root: HTMLElement,
  hasUsed: (control: Control) => boolean,
): void {
  for (const control of root.querySelectorAll<Control>('input, textarea, select'))
    if (!hasUsed(control)) reset(control);
}
