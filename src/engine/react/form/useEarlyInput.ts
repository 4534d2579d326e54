import { useLayoutEffect, useState, type RefObject } from 'react';
import { flushSync } from 'react-dom';
import { useIsHydrated } from '#src/ui/useIsHydrated.ts';

type Control = HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement;

/** React compares an event's value with the one it has seen last, and ignores an equal one. */
type Tracked = { _valueTracker?: { setValue: (value: string) => void } };
const unseen = '\0';

const findDefaultIndex = ({ options }: HTMLSelectElement): number =>
  Math.max(
    0,
    [...options].findIndex(({ defaultSelected }) => defaultSelected),
  );

const isTick = (control: Control): control is HTMLInputElement =>
  control instanceof HTMLInputElement && ['checkbox', 'radio'].includes(control.type);

/** Returns true if the visitor has changed a control since the server rendered it. */
function isChanged(control: Control): boolean {
  if (control instanceof HTMLSelectElement)
    return control.selectedIndex !== findDefaultIndex(control);
  if (isTick(control))
    return (
      control.checked !== control.defaultChecked && (control.checked || control.type !== 'radio')
    );
  return control.type !== 'file' && control.value !== control.defaultValue;
}

/** Returns the function that gives a control the state again that the visitor has left it in. */
function keepState(control: Control): () => void {
  if (isTick(control)) {
    const { checked } = control;
    return () => {
      control.checked = checked;
    };
  }
  const { value } = control;
  return () => {
    if (control.value !== value) control.value = value; // would move the caret
  };
}

/** Calls the control's change handler. An event that is no mouse event does not toggle a tick. */
function report(control: Control): void {
  const name = isTick(control)
    ? 'click'
    : control instanceof HTMLSelectElement
      ? 'change'
      : 'input';
  (control as Tracked)._valueTracker?.setValue(unseen);
  control.dispatchEvent(new Event(name, { bubbles: true }));
}

/** Returns true if the first render of the component hydrates HTML of the server. */
function useWasRendered(): boolean {
  const isHydrated = useIsHydrated();
  return useState(!isHydrated)[0];
}

/**
 * Reports what was typed, ticked or chosen before the form was hydrated, before an update can
 * overwrite it: in a microtask, because React answers no event during a commit.
 */
export function useEarlyInput(box: RefObject<HTMLElement | null>): void {
  const wasRendered = useWasRendered();
  const [, setReported] = useState(false);
  useLayoutEffect(() => {
    if (box.current) box.current.dataset['live'] = ''; // read by tests and benches
    if (!wasRendered) return;
    const controls = box.current?.querySelectorAll<Control>('input, textarea, select') ?? [];
    const changed = [...controls]
      .filter(isChanged)
      .map((control) => ({ control, restore: keepState(control) }));
    const reportAll = () => {
      // Fields subscribe to their answers in effects, which run before this render.
      flushSync(() => setReported(true));
      // The render after one report resets the controlled fields that are not yet reported.
      changed.forEach(({ control, restore }) => {
        restore();
        report(control);
      });
    };
    if (changed.length > 0) queueMicrotask(reportAll);
  }, [box, wasRendered]);
}
