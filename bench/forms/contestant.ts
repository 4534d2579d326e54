import type { Spec } from './spec.ts';

/** Interface of every page for the bench, as `window.contestant`. */
export type Contestant = {
  title: string;
  mount(container: HTMLElement, spec: Spec): void | Promise<void>;
  /** The control of a field; for a text or a checkbox the input itself. */
  fieldSelector(name: string): string;
  /** Shows every error there is and answers how many. */
  validate(): number | Promise<number>;
  /** Answers in the engine; prove that a key has arrived there. */
  getValue(name: string): unknown;
};

declare global {
  interface Window {
    contestant?: Contestant;
  }
}
