const controls =
  'a, button, input, select, textarea, summary, label, ' +
  '[role="tab"], [role="option"], [role="menuitem"], [tabindex="0"]';

/** Returns the control under the pointer; for a label its field. */
function findControl({ target }: Event): Element | null {
  const control = target instanceof Element ? target.closest(controls) : null;
  return control instanceof HTMLLabelElement ? (control.control ?? control) : control;
}

/** A double tap can take longer than the 300 ms within which browsers count taps together. */
const tapMs = 500;
const tapPx = 20;

/**
 * Ignores the later clicks of a double click on a control that was not pressed first. A page that
 * opens after the first click would else take the second one. `detail` counts the clicks of one
 * gesture; it is 0 for the keyboard and for assistive technology, and missing for an event that
 * code has made. Taps of a finger at one place count for 500 ms. Returns the function that stops.
 */
export function ignoreStrayClicks(page: Window): () => void {
  let pressed: Element | null = null;
  let lastTap = { at: -Infinity, x: 0, y: 0 };
  let isFinger = false;
  let isLaterTap = false;

  function handlePointer({ pointerType, timeStamp, clientX, clientY }: PointerEvent): void {
    isFinger = pointerType === 'touch';
    const distance = Math.hypot(clientX - lastTap.x, clientY - lastTap.y);
    isLaterTap = isFinger && timeStamp - lastTap.at < tapMs && distance < tapPx;
  }

  const isLater = ({ detail }: MouseEvent): boolean => detail > 1 || (detail === 1 && isLaterTap);

  function ignoreLater(event: MouseEvent): void {
    const control = findControl(event);
    if (!isLater(event) || !control || control === pressed) return;
    event.preventDefault();
    event.stopImmediatePropagation();
  }
  function handlePress(event: MouseEvent): void {
    if (isLater(event))
      ignoreLater(event); // a press opens a list and focuses a field
    else pressed = findControl(event);
  }
  function handleClick(event: MouseEvent): void {
    const { detail, timeStamp, clientX, clientY } = event;
    if (isFinger && detail > 0) lastTap = { at: timeStamp, x: clientX, y: clientY };
    ignoreLater(event);
  }

  page.addEventListener('pointerdown', handlePointer, true);
  page.addEventListener('mousedown', handlePress, true);
  page.addEventListener('click', handleClick, true);
  page.addEventListener('dblclick', ignoreLater, true);
  return () => {
    page.removeEventListener('pointerdown', handlePointer, true);
    page.removeEventListener('mousedown', handlePress, true);
    page.removeEventListener('click', handleClick, true);
    page.removeEventListener('dblclick', ignoreLater, true);
  };
}
