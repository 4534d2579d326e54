// @vitest-environment jsdom
import { act, fireEvent, render, screen } from '@testing-library/react';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { useTypedSearch } from '#src/ui/useTypedSearch.ts';

beforeEach(() => vi.useFakeTimers());
afterEach(() => vi.useRealTimers());

type SearchProps = { search: string; onSearch: (search: string) => void };

function Search({ search, onSearch }: SearchProps) {
  const { field, onSubmit } = useTypedSearch(search, onSearch);
  return (
    <form onSubmit={onSubmit}>
      <input {...field} type="search" />
    </form>
  );
}

function show(search = '') {
  const onSearch = vi.fn();
  const { rerender, unmount } = render(<Search search={search} onSearch={onSearch} />);
  const input = screen.getByRole<HTMLInputElement>('searchbox');
  return {
    onSearch,
    input,
    unmount,
    type: (text: string) => fireEvent.change(input, { target: { value: text } }),
    pass: (ms: number) =>
      act(() => {
        vi.advanceTimersByTime(ms);
      }),
    setSearch: (next: string) => rerender(<Search search={next} onSearch={onSearch} />),
  };
}

it('A search starts once, after a pause in typing', () => {
  const { onSearch, type, pass } = show();
  type('al');
  pass(200);
  type('alster ');
  pass(299);
  expect(onSearch).not.toHaveBeenCalled();
  pass(1);
  expect(onSearch.mock.calls).toEqual([['alster']]);
});

it('Enter searches at once, and the pause does not search again', () => {
  const { onSearch, input, type, pass } = show();
  type('alster');
  fireEvent.submit(input);
  expect(onSearch.mock.calls).toEqual([['alster']]);
  pass(1_000);
  expect(onSearch).toHaveBeenCalledTimes(1);
});

it('The field keeps what is typed while an earlier search arrives in the address', () => {
  const { input, type, pass, setSearch } = show();
  type('als');
  pass(300);
  type('alster');
  setSearch('als');
  expect(input.value).toBe('alster');
});

it('Back shows the search of the address and cancels the pending one', () => {
  const { onSearch, input, type, pass, setSearch } = show('alster');
  type('alster b');
  setSearch('');
  expect(input.value).toBe('');
  pass(1_000);
  expect(onSearch).not.toHaveBeenCalled();
});

it('A field that is removed searches no more', () => {
  const { onSearch, type, pass, unmount } = show();
  type('alster');
  unmount();
  pass(1_000);
  expect(onSearch).not.toHaveBeenCalled();
});
