const controls = 'a, button, input, select, textarea, summary, label, [role="tab"], [tabindex="0"]';

/** Returns the control under the pointer; for a label its field. */
function findControl({ target }: Event): Element | null {
  const control = target instanceof Element ? target.closest(controls) : null;
  return control instanceof HTMLLabelElement ? (control.control ?? control) : control;
}

/**
 * Ignores the later clicks of a double click on a control that was not pressed first. A page that
 * opens after the first click would else take the second one. `detail` counts the clicks of one
 * gesture; it is 0 for the keyboard and for assistive technology. Returns the function that stops.
 */
export function ignoreStrayClicks(page: Window): () => void {
  let pressed: Element | null = null;

  function handleClick(event: MouseEvent): void {
    const control = findControl(event);
    if (event.detail < 2 || !control || control === pressed) return;
    event.preventDefault();
    event.stopImmediatePropagation();
  }
  function handlePress(event: MouseEvent): void {
    if (event.detail < 2) pressed = findControl(event);
    else handleClick(event); // a press opens a list and focuses a field
  }

  page.addEventListener('mousedown', handlePress, true);
  page.addEventListener('click', handleClick, true);
  return () => {
    page.removeEventListener('mousedown', handlePress, true);
    page.removeEventListener('click', handleClick, true);
  };
}
