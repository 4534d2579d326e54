import { styled } from '@linaria/react';
import { useEffect, useRef, useState } from 'react';
import { FormattedMessage, useIntl } from 'react-intl';
import { localized, type LocalizedText } from '#schemas/common.ts';
import { childrenOf } from '#schemas/forms.ts';
import { rowAddress } from '#src/engine/core/address.ts';
import type { AnswerProps, WidgetProps } from '#src/engine/core/element.ts';
import { Element } from '#src/engine/react/Element.tsx';
import { fieldGrid } from '#src/engine/react/fieldGrid.ts';
import { useRows } from '#src/engine/react/useRows.ts';
import { Button, IconButton } from '#src/ui/Button.tsx';
import { visuallyHidden } from '#src/ui/field.ts';
import { ArrowDown, ArrowUp, Plus, Trash } from '#src/ui/icons.ts';
import { rowName } from './rowName.ts';

type GroupConfig = {
  min?: number;
  max?: number;
  rowLabel?: LocalizedText;
  addLabel?: LocalizedText;
};
type Row = Record<string, unknown>;

const Box = styled.div`
  display: grid;
  gap: var(--s-4);
  margin-top: var(--s-3);
  > [data-rows] {
    display: grid;
    gap: var(--s-4);
  }
  > [role='status'] {
    display: flex;
    gap: var(--s-3);
    align-items: center;
    flex-wrap: wrap;
    color: var(--muted);
    font-size: var(--text-sm);
  }
  > button {
    justify-self: start;
  }
`;

const RowBox = styled.div`
  padding: var(--s-3) var(--s-5) var(--s-5);
  border: 1px solid var(--border);
  border-radius: var(--r-md);
  background: var(--surface);
  > header {
    display: flex;
    align-items: center;
    gap: var(--s-1);
    min-height: var(--target-min);
    margin-bottom: var(--s-2);
  }
  > header b {
    flex: 1;
    font-weight: var(--fw-strong);
  }
  @media (max-width: 639px) {
    padding-inline: var(--s-4);
  }
`;

/** The rows of a group, each with its elements. A row taken away can be put back. */
export function Widget({ element, id, language, disabled }: WidgetProps<GroupConfig, Row[]>) {
  const intl = useIntl();
  const { keys, isSingle, canAdd, canRemove, add, remove, move } = useRows(element);
  const [undo, setUndo] = useState<{ name: string; row: number; restore: () => void }>();
  const list = useRef<HTMLDivElement>(null);
  const addButton = useRef<HTMLButtonElement>(null);
  const toFocus = useRef<{ row: number; control: 'first' | 'up' | 'down' } | 'add'>(undefined);
  const nameOf = (row: number) => rowName(element, row, language);

  // Where the focus goes once the rows are drawn anew: what had it may be gone.
  useEffect(() => {
    const wanted = toFocus.current;
    toFocus.current = undefined;
    if (wanted === 'add') addButton.current?.focus();
    if (wanted === undefined || wanted === 'add') return;
    const row = list.current?.children[wanted.row];
    const first =
      wanted.control === 'first'
        ? 'input:not([hidden]), select, textarea'
        : '[data-move]:not(:disabled)';
    const candidates = [
      `[data-move='${wanted.control}']:not(:disabled)`,
      first,
      'button:not(:disabled)',
    ];
    candidates
      .map((selector) => row?.querySelector<HTMLElement>(selector))
      .find((found) => found)
      ?.focus();
  });

  function handleAdd() {
    add();
    setUndo(undefined);
    toFocus.current = { row: keys.length, control: 'first' };
  }

  function handleRemove(row: number) {
    setUndo({ name: nameOf(row), row, restore: remove(row) });
    toFocus.current = 'add';
  }

  function handleUndo({ row, restore }: NonNullable<typeof undo>) {
    restore();
    setUndo(undefined);
    toFocus.current = { row, control: 'first' };
  }

  function handleMove(from: number, to: number) {
    move(from, to);
    toFocus.current = { row: to, control: to < from ? 'up' : 'down' };
  }

  const inside = (row: number) => (
    <div className={fieldGrid}>
      {childrenOf(element).map((child) => (
        <Element key={child.id} element={child} address={rowAddress(element.id, row, child.id)} />
      ))}
    </div>
  );
  if (isSingle) return <Box id={id}>{inside(0)}</Box>;
  return (
    <Box id={id}>
      <div ref={list} data-rows>
        {keys.map((key, row) => (
          <RowBox key={key} role="group" aria-labelledby={`${id}-${key}`}>
            <header>
              <b id={`${id}-${key}`}>{nameOf(row)}</b>
              {keys.length > 1 && (
                <>
                  <IconButton
                    data-move="up"
                    label={intl.formatMessage({ id: 'group.moveUp' }, { name: nameOf(row) })}
                    icon={<ArrowUp size={20} aria-hidden />}
                    disabled={disabled || row === 0}
                    onClick={() => handleMove(row, row - 1)}
                  />
                  <IconButton
                    data-move="down"
                    label={intl.formatMessage({ id: 'group.moveDown' }, { name: nameOf(row) })}
                    icon={<ArrowDown size={20} aria-hidden />}
                    disabled={disabled || row === keys.length - 1}
                    onClick={() => handleMove(row, row + 1)}
                  />
                </>
              )}
              {canRemove && (
                <IconButton
                  label={intl.formatMessage({ id: 'group.remove' }, { name: nameOf(row) })}
                  icon={<Trash size={20} aria-hidden />}
                  disabled={disabled}
                  onClick={() => handleRemove(row)}
                />
              )}
            </header>
            {inside(row)}
          </RowBox>
        ))}
      </div>
      <Button
        ref={addButton}
        icon={<Plus size={20} aria-hidden />}
        disabled={disabled || !canAdd}
        onClick={handleAdd}
      >
        {element.addLabel ? (
          localized(element.addLabel, language)
        ) : (
          <FormattedMessage id="group.add" />
        )}
      </Button>
      <div role="status" className={undo ? undefined : visuallyHidden}>
        {undo && (
          <>
            <FormattedMessage id="group.removed" values={{ name: undo.name }} />
            <Button variant="ghost" disabled={disabled || !canAdd} onClick={() => handleUndo(undo)}>
              <FormattedMessage id="group.undo" />
            </Button>
          </>
        )}
      </div>
    </Box>
  );
}

/** How many rows there are; `AnswerList` shows what stands in them. */
export const Answer = ({ value }: AnswerProps<GroupConfig, Row[]>) => (
  <FormattedMessage id="group.count" values={{ count: value.length }} />
);
