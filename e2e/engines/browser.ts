/** Commands that the journey uses. Elements are found by XPath, which every client knows. */
export type EngineBrowser = {
  name: string;
  open(url: string): Promise<void>;
  /** Waits until the element is visible, then clicks it. */
  click(xpath: string): Promise<void>;
  /** Waits until the element is visible, then types into it. */
  type(xpath: string, text: string): Promise<void>;
  /** Chooses a file in an input, which may be hidden. */
  upload(xpath: string, path: string): Promise<void>;
  waitFor(xpath: string): Promise<void>;
  /** Runs an expression in the page and returns its value. */
  evaluate<T>(expression: string): Promise<T>;
  close(): Promise<void>;
};

/** Waits at most this long for an element; the machine may be busy. */
export const waitMs = 20_000;
