import { replaceProperty } from './replaceProperty.ts';

/** Sends the uploads of a story by `fetch`, which `mockApi` answers. Returns the function that ends it. */
export const uploadByFetch = (): (() => void) =>
  replaceProperty(
    globalThis,
    'XMLHttpRequest',
    class {
      upload = {};
      status = 0;
      responseText = '';
      onload = (): void => undefined;
      onerror = (): void => undefined;
      onloadend = (): void => undefined;
      #method = '';
      #url = '';
      open(method: string, url: string): void {
        this.#method = method;
        this.#url = url;
      }
      setRequestHeader(): void {
        return undefined; // the mocked server reads none
      }
      getResponseHeader(): null {
        return null;
      }
      send(body: FormData): void {
        fetch(this.#url, { method: this.#method, body })
          .then(async (response) => {
            this.status = response.status;
            this.responseText = await response.text();
            this.onload();
          }, this.onerror)
          .finally(this.onloadend);
      }
    },
  );
