import { useEffect, useRef, type ChangeEvent, type SubmitEvent } from 'react';

const pauseMs = 300;

/**
 * Searches after a pause in typing, and at once on Enter. `search` is the search in the address; the
 * field follows it when Back changes it.
 */
export function useTypedSearch(search: string, onSearch: (search: string) => void) {
  const field = useRef<HTMLInputElement>(null);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const sought = useRef(search);
  const handler = useRef(onSearch);
  useEffect(() => {
    handler.current = onSearch; // the address may change during the pause
  });

  useEffect(() => {
    if (search === sought.current) return;
    clearTimeout(timer.current);
    sought.current = search;
    if (field.current) field.current.value = search;
  }, [search]);
  useEffect(() => () => clearTimeout(timer.current), []);

  function run() {
    clearTimeout(timer.current);
    const typed = field.current?.value.trim() ?? '';
    if (typed === sought.current) return;
    sought.current = typed;
    handler.current(typed);
  }

  return {
    onSubmit(event: SubmitEvent<HTMLFormElement>) {
      event.preventDefault();
      run();
    },
    field: {
      ref: field,
      defaultValue: search,
      onChange(_: ChangeEvent<HTMLInputElement>) {
        clearTimeout(timer.current);
        timer.current = setTimeout(run, pauseMs);
      },
    },
  };
}
