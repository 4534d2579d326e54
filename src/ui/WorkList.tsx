import { styled } from '@linaria/react';
import { useVirtualizer } from '@tanstack/react-virtual';
import { useEffect, useRef, type ReactNode } from 'react';
import { MagnifyingGlass } from './icons.ts';
import { useTypedSearch } from './useTypedSearch.ts';
import { wrapText } from './WrappedText.tsx';

const Column = styled.section`
  display: grid;
  grid-template-rows: auto auto auto minmax(0, 1fr);
  min-height: 0;
  > header {
    display: flex;
    flex-wrap: wrap;
    gap: var(--s-2);
    align-items: center;
    padding: 0 var(--s-4) var(--s-2) var(--s-3);
  }
  h1 {
    flex: 1;
    font-size: var(--text-2xl);
  }
  form {
    position: relative;
    padding: 0 var(--s-4) 0.6rem var(--s-3);
  }
  form > svg {
    position: absolute;
    left: calc(var(--s-3) + 0.75rem);
    top: 0.75rem;
    color: var(--muted);
  }
  form > input {
    width: 100%;
    min-height: var(--target-min);
    padding: 0.35rem 0.75rem 0.35rem 2.4rem;
    border: 1px solid var(--border-strong);
    border-radius: var(--r-md);
    background: var(--field);
    color: var(--text);
  }
  > [role='group'] {
    display: flex;
    gap: 0.35rem;
    padding: 0.2rem var(--s-4) 0.65rem var(--s-3);
    overflow-x: auto;
    scrollbar-width: none;
  }
  > [role='group'] button {
    flex: none;
    min-height: 2.25rem;
    padding: 0.1rem 0.65rem;
    border: 1px solid var(--border);
    border-radius: var(--r-full);
    background: var(--surface);
    font-size: var(--text-sm);
    font-weight: var(--fw-medium);
    font-variant-numeric: tabular-nums;
  }
  > [role='group'] button[aria-pressed='true'] {
    border-color: var(--accent-edge);
    background: var(--accent-tint-2);
    color: var(--accent-text);
    font-weight: var(--fw-strong);
  }
  @media (max-width: 767px) {
    > header,
    form,
    > [role='group'] {
      padding-inline: var(--gutter);
    }
    form > svg {
      left: calc(var(--gutter) + 0.75rem);
    }
    > [role='group'] button {
      min-height: var(--target-min);
    }
  }
`;

/** Scrolling part of a list: rows, or a sentence in place of them. */
export const WorkListContent = styled.div`
  overflow-y: auto;
  padding-bottom: var(--s-4);
  > p {
    padding: 0.6rem var(--s-4);
    color: var(--muted);
  }
  ul {
    position: relative;
    list-style: none;
  }
  li {
    position: absolute;
    inset: 0 0 auto;
  }
  li + li::before {
    content: '';
    position: absolute;
    inset: -1px 1rem auto;
    border-top: 1px solid var(--border);
  }
`;

const rowsAhead = 10; // rows before the end at which the next page is loaded

type Paged = {
  hasNextPage: boolean;
  isFetching: boolean;
  isFetchNextPageError: boolean;
  fetchNextPage: () => unknown;
};

type RowsProps<Item> = {
  items: readonly Item[];
  getKey: (item: Item) => string;
  /** of each row, in pixels */
  rowHeight: number;
  selectedKey: string | undefined;
  paged: Paged;
  row: (item: Item) => ReactNode;
  /** below the last row, for a page that could not be loaded */
  children?: ReactNode;
};

/** The rows that are visible; the next page is loaded before the end is reached. */
export function WorkListRows<Item>(props: RowsProps<Item>) {
  const { items, getKey, rowHeight, selectedKey, paged, row, children } = props;
  const scroller = useRef<HTMLDivElement>(null);
  const virtualizer = useVirtualizer({
    count: items.length,
    getScrollElement: () => scroller.current,
    estimateSize: () => rowHeight,
    overscan: 6,
    getItemKey: (index) => {
      const item = items[index];
      return item === undefined ? index : getKey(item);
    },
  });
  const rows = virtualizer.getVirtualItems();
  const last = rows.at(-1)?.index ?? 0;
  const { hasNextPage, isFetching, isFetchNextPageError, fetchNextPage } = paged;
  const isNearEnd = last >= items.length - rowsAhead;
  useEffect(() => {
    if (isNearEnd && hasNextPage && !isFetching && !isFetchNextPageError) void fetchNextPage();
  }, [isNearEnd, hasNextPage, isFetching, isFetchNextPageError, fetchNextPage]);
  const selected = items.findIndex((item) => getKey(item) === selectedKey);
  useEffect(() => {
    if (selected >= 0) virtualizer.scrollToIndex(selected, { align: 'auto' });
  }, [selected, virtualizer]);
  return (
    <WorkListContent ref={scroller} tabIndex={-1}>
      <ul style={{ height: virtualizer.getTotalSize() }}>
        {rows.map(({ index, key, start }) => {
          const item = items[index];
          return (
            item !== undefined && (
              <li
                key={key}
                aria-setsize={hasNextPage ? -1 : items.length}
                aria-posinset={index + 1}
                style={{ height: rowHeight, transform: `translateY(${start}px)` }}
              >
                {row(item)}
              </li>
            )
          );
        })}
      </ul>
      {isFetchNextPageError && wrapText(children)}
    </WorkListContent>
  );
}

export type Chip = { name: string; label: string; isPressed: boolean; onPress: () => void };

type WorkListProps = {
  title: string;
  /** beside the title */
  tools?: ReactNode;
  search: { id: string; label: string; maxLength: number; value: string };
  onSearch: (search: string) => void;
  chipsLabel: string;
  chips: readonly Chip[];
  /** `WorkListRows`, or `WorkListContent` */
  children: ReactNode;
};

/** A list to work through: title, search, filters and rows. */
export function WorkList({
  title,
  tools,
  search,
  onSearch,
  chipsLabel,
  chips,
  children,
}: WorkListProps) {
  const { field, onSubmit } = useTypedSearch(search.value, onSearch);
  return (
    <Column aria-label={title}>
      <header>
        <h1 tabIndex={-1}>{title}</h1>
        {tools}
      </header>
      <form role="search" onSubmit={onSubmit}>
        <MagnifyingGlass size={20} aria-hidden />
        <input
          {...field}
          id={search.id}
          type="search"
          maxLength={search.maxLength}
          enterKeyHint="search"
          aria-label={search.label}
          placeholder={search.label}
        />
      </form>
      <div role="group" aria-label={chipsLabel}>
        {chips.map(({ name, label, isPressed, onPress }) => (
          <button key={name} type="button" aria-pressed={isPressed} onClick={onPress}>
            {label}
          </button>
        ))}
      </div>
      {children}
    </Column>
  );
}
