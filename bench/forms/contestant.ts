import type { Spec } from './spec.ts';

/** Interface between the bench and a contestant's page, as `window.contestant`. */
export type Contestant = {
  title: string;
  mount(container: HTMLElement, spec: Spec): void | Promise<void>;
  /** Returns the selector of a field's control; for a text or a checkbox the input itself. */
  fieldSelector(name: string): string;
  /** Shows all errors and returns their number. */
  validate(): number | Promise<number>;
  /** Reads an answer from the engine, to prove that a key has arrived. */
  getValue(name: string): unknown;
};

declare global {
  interface Window {
    contestant?: Contestant;
  }
}
