/*
 * Input of a form that is not open yet. The tab keeps it, because there is no draft before a form is
 * open, and browsers restore input only after some reloads.
 */
import { readTabChoice, writeTabChoice } from './storage.ts';

type Control = HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement;
/** Values of text fields and lists, ticks of boxes and options. */
type Values = Record<string, string | boolean>;

const unopenedForm = 'form[data-opening]';
const ticked = ['checkbox', 'radio'];
const untyped = ['file', 'hidden', 'password', 'submit', 'button'];

const isControl = (target: EventTarget | null): target is Control =>
  target instanceof HTMLInputElement ||
  target instanceof HTMLTextAreaElement ||
  target instanceof HTMLSelectElement;

const isTick = (control: Control): control is HTMLInputElement => ticked.includes(control.type);

/** Options of one question have the same name. */
const nameInput = (control: Control): string =>
  isTick(control) ? `${control.name}=${control.value}` : control.name;

const normalizePath = (path: string): string => path.replace(/\/+$/, '');

function readAll(): Record<string, Values> {
  try {
    return JSON.parse(readTabChoice('earlyInput') ?? '{}') as Record<string, Values>; // written below
  } catch {
    return {}; // by an earlier version
  }
}

function write(path: string, values: Values | undefined): void {
  const { [normalizePath(path)]: _, ...others } = readAll();
  const all = values ? { ...others, [normalizePath(path)]: values } : others;
  writeTabChoice('earlyInput', Object.keys(all).length > 0 ? JSON.stringify(all) : undefined);
}

/** Adds the state of a control. Of one question with options, the chosen one replaces the others. */
function addInput(values: Values, control: Control): Values {
  if (!isTick(control)) return { ...values, [nameInput(control)]: control.value };
  const others = Object.entries(values).filter(
    ([name]) => control.type !== 'radio' || !name.startsWith(`${control.name}=`),
  );
  return { ...Object.fromEntries(others), [nameInput(control)]: control.checked };
}

/** Keeps what the visitor has just typed, ticked or chosen, unless the device is shared. */
export function keepEarlyInput(target: EventTarget | null): void {
  if (!isControl(target) || target.name === '' || untyped.includes(target.type)) return;
  if (!target.form?.matches(unopenedForm) || readTabChoice('sharedDevice') === 'yes') return;
  const { pathname } = location;
  write(pathname, addInput(readAll()[normalizePath(pathname)] ?? {}, target));
}

/** Fills in what was kept, except where the visitor `hasUsed` the control since. */
export function restoreEarlyInput(root: HTMLElement, hasUsed: (control: Control) => boolean): void {
  const values = readAll()[normalizePath(location.pathname)] ?? {};
  const controls = root.querySelectorAll<Control>(
    ['input', 'textarea', 'select'].map((name) => `${unopenedForm} ${name}`).join(),
  );
  for (const control of controls) {
    const value = values[nameInput(control)];
    if (value === undefined || untyped.includes(control.type) || hasUsed(control)) continue;
    if (isTick(control)) control.checked = value === true;
    else control.value = String(value);
  }
}

/** Deletes what was kept of the form at this path, once it is open or sent. */
export const forgetEarlyInput = (path: string): void => write(path, undefined);
