import type { WidgetProps } from '@rjsf/utils';
import { createContext, useContext } from 'react';

/** Says if the field around a choice of schemas is required. */
export const RequiredContext = createContext(false);

/** Says if the list or object around an add button has entries. */
export const HasEntriesContext = createContext(true);

/** Title of the list around an item. */
export const ListTitleContext = createContext('');

/** The list item around a field: RJSF's id of the item and the name that its box shows. */
const noItem = { id: '', name: '' };
export const ItemContext = createContext(noItem);

/** Returns the heading of an object or a list; undefined where the box of an item has shown it. */
export function useHeading(id: string, title: string | undefined): string | undefined {
  return useContext(ItemContext).id === id ? undefined : title;
}

/** Labels the widget of a list item like its buttons. RJSF's label would be `title-1`. */
export function useItemLabel(props: WidgetProps<unknown>): WidgetProps<unknown> {
  const item = useContext(ItemContext);
  const isItem =
    props.id === item.id || props.id.replace(/__(?:one|any)of_select$/, '') === item.id;
  return isItem ? { ...props, label: item.name } : props;
}
