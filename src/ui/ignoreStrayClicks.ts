const controls =
  'a, button, input, select, textarea, summary, label, ' +
  '[role="tab"], [role="option"], [role="menuitem"], [tabindex="0"]';

/** Returns the control under the pointer; for a label its field. */
function findControl({ target }: Event): Element | null {
  const control = target instanceof Element ? target.closest(controls) : null;
  return control instanceof HTMLLabelElement ? (control.control ?? control) : control;
}

/** An event that code has made may have no `detail`. */
const isLaterClick = ({ detail }: MouseEvent): boolean => detail > 1;

/**
 * Ignores the later clicks of a double click on a control that was not pressed first. A page that
 * opens after the first click would else take the second one. `detail` counts the clicks of one
 * gesture; it is 0 for the keyboard and for assistive technology. Returns the function that stops.
 */
export function ignoreStrayClicks(page: Window): () => void {
  let pressed: Element | null = null;

  function handleClick(event: MouseEvent): void {
    const control = findControl(event);
    if (!isLaterClick(event) || !control || control === pressed) return;
    event.preventDefault();
    event.stopImmediatePropagation();
  }
  function handlePress(event: MouseEvent): void {
    if (isLaterClick(event))
      handleClick(event); // a press opens a list and focuses a field
    else pressed = findControl(event);
  }

  page.addEventListener('mousedown', handlePress, true);
  page.addEventListener('click', handleClick, true);
  page.addEventListener('dblclick', handleClick, true);
  return () => {
    page.removeEventListener('mousedown', handlePress, true);
    page.removeEventListener('click', handleClick, true);
    page.removeEventListener('dblclick', handleClick, true);
  };
}
