import { styled } from '@linaria/react';
import { useEffect, useRef, useState } from 'react';
import { FormattedMessage, useIntl } from 'react-intl';
import { localize, type LocalizedText } from '#schemas/platform/common.ts';
import { listChildren } from '#schemas/forms/forms.ts';
import { postedActions } from '#schemas/forms/postedForms.ts';
import { formatRowAddress } from '#src/engine/core/fieldAddress.ts';
import type { AnswerProps, WidgetProps } from '#src/engine/core/element.ts';
import { useFormContext } from '#src/engine/react/context/formContext.ts';
import { fieldGrid } from '#src/engine/react/fields/fieldGrid.ts';
import { useRows } from '#src/engine/react/fields/useRows.ts';
import { useFormAction } from '#src/engine/react/context/useFormAction.ts';
import { Button, IconButton } from '#src/ui/Button.tsx';
import { visuallyHidden } from '#src/ui/field.ts';
import { useIsHydrated } from '#src/ui/useIsHydrated.ts';
import { ArrowDown, ArrowUp, Plus, Trash } from '#src/ui/icons.ts';
import { formatRowName } from './formatRowName.ts';

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

type RowFocus = { row: number; control: 'first' | 'up' | 'down' } | 'add';

/** Moves the focus to a control of a row; to the next best one if that is disabled. */
function focusControl(
  row: Element | undefined,
  control: Exclude<RowFocus, 'add'>['control'],
): void {
  const candidates = [
    `[data-move='${control}']:not(:disabled)`,
    control === 'first' ? 'input:not([hidden]), select, textarea' : '[data-move]:not(:disabled)',
    'button:not(:disabled)',
  ];
  candidates
    .map((selector) => row?.querySelector<HTMLElement>(selector))
    .find((found) => found)
    ?.focus();
}

/** Moves the focus after the rows were rendered, because the focused control may be gone. */
function useRowFocus() {
  const list = useRef<HTMLDivElement>(null);
  const addButton = useRef<HTMLButtonElement>(null);
  const wanted = useRef<RowFocus>(undefined);
  useEffect(() => {
    const next = wanted.current;
    wanted.current = undefined;
    if (next === 'add') addButton.current?.focus();
    else if (next) focusControl(list.current?.children[next.row], next.control);
  });
  return {
    list,
    addButton,
    focusNext: (next: RowFocus) => {
      wanted.current = next;
    },
  };
}

type RemovedRow = { name: string; row: number; restore: () => void };

/** Changes the rows. Each change moves the focus, and a removal can be undone. */
function useRowActions(
  { keys, add, remove, move }: ReturnType<typeof useRows>,
  focusNext: (next: RowFocus) => void,
) {
  const [removed, setRemoved] = useState<RemovedRow>();
  return {
    removed,
    addRow() {
      add();
      setRemoved(undefined);
      focusNext({ row: keys.length, control: 'first' });
    },
    removeRow(row: number, name: string) {
      setRemoved({ name, row, restore: remove(row) });
      focusNext('add');
    },
    restoreRow({ row, restore }: RemovedRow) {
      restore();
      setRemoved(undefined);
      focusNext({ row, control: 'first' });
    },
    moveRow(from: number, to: number) {
      move(from, to);
      focusNext({ row: to, control: to < from ? 'up' : 'down' });
    },
  };
}

type RowHeaderProps = {
  groupId: string;
  titleId: string;
  name: string;
  row: number;
  count: number;
  canRemove: boolean;
  isDisabled: boolean;
  onMove: (from: number, to: number) => void;
  onRemove: (row: number, name: string) => void;
};

function RowHeader({
  groupId,
  titleId,
  name,
  row,
  count,
  canRemove,
  isDisabled,
  ...on
}: RowHeaderProps) {
  const intl = useIntl();
  const isHydrated = useIsHydrated();
  const action = useFormAction();
  return (
    <header>
      <b id={titleId}>{name}</b>
      {isHydrated && count > 1 && (
        <>
          <IconButton
            data-move="up"
            label={intl.formatMessage({ id: 'group.moveUp' }, { name })}
            icon={<ArrowUp size={20} aria-hidden />}
            disabled={isDisabled || row === 0}
            onClick={() => on.onMove(row, row - 1)}
          />
          <IconButton
            data-move="down"
            label={intl.formatMessage({ id: 'group.moveDown' }, { name })}
            icon={<ArrowDown size={20} aria-hidden />}
            disabled={isDisabled || row === count - 1}
            onClick={() => on.onMove(row, row + 1)}
          />
        </>
      )}
      {canRemove && (
        <IconButton
          label={intl.formatMessage({ id: 'group.remove' }, { name })}
          icon={<Trash size={20} aria-hidden />}
          disabled={isDisabled}
          {...action(postedActions.removeRow(groupId, row), () => on.onRemove(row, name))}
        />
      )}
    </header>
  );
}

type GroupElement = WidgetProps<GroupConfig, Row[]>['element'];

function RowFields({ element, row }: { element: GroupElement; row: number }) {
  const { ElementComponent } = useFormContext();
  return (
    <div className={fieldGrid}>
      {listChildren(element).map((child) => (
        <ElementComponent
          key={child.id}
          element={child}
          address={formatRowAddress(element.id, row, child.id)}
        />
      ))}
    </div>
  );
}

type RemovedStatusProps = {
  removed: RemovedRow | undefined;
  isDisabled: boolean;
  onUndo: (removed: RemovedRow) => void;
};

/** Announces a removed row, with a button that restores it. */
function RemovedStatus({ removed, isDisabled, onUndo }: RemovedStatusProps) {
  return (
    <div role="status" className={removed ? undefined : visuallyHidden}>
      {removed && (
        <>
          <FormattedMessage id="group.removed" values={{ name: removed.name }} />
          <Button variant="ghost" disabled={isDisabled} onClick={() => onUndo(removed)}>
            <FormattedMessage id="group.undo" />
          </Button>
        </>
      )}
    </div>
  );
}

/** Draws the rows of a group. Removing a row can be undone. */
export function Widget({ element, id, language, disabled }: WidgetProps<GroupConfig, Row[]>) {
  const rows = useRows(element);
  const { list, addButton, focusNext } = useRowFocus();
  const { removed, addRow, removeRow, restoreRow, moveRow } = useRowActions(rows, focusNext);
  const { keys, canAdd, canRemove } = rows;
  const action = useFormAction();
  if (rows.isSingle)
    return (
      <Box id={id}>
        <RowFields element={element} row={0} />
      </Box>
    );
  return (
    <Box id={id}>
      <div ref={list} data-rows>
        {keys.map((key, row) => (
          <RowBox key={key} role="group" aria-labelledby={`${id}-${key}`}>
            <RowHeader
              groupId={element.id}
              titleId={`${id}-${key}`}
              name={formatRowName(element, row, language)}
              row={row}
              count={keys.length}
              canRemove={canRemove}
              isDisabled={disabled}
              onMove={moveRow}
              onRemove={removeRow}
            />
            <RowFields element={element} row={row} />
          </RowBox>
        ))}
      </div>
      <Button
        ref={addButton}
        icon={<Plus size={20} aria-hidden />}
        disabled={disabled || !canAdd}
        {...action(postedActions.addRow(element.id), addRow)}
      >
        {element.addLabel ? (
          localize(element.addLabel, language)
        ) : (
          <FormattedMessage id={keys.length > 0 ? 'group.add' : 'group.addFirst'} />
        )}
      </Button>
      <RemovedStatus removed={removed} isDisabled={disabled || !canAdd} onUndo={restoreRow} />
    </Box>
  );
}

/** Shows the number of rows; `AnswerList` shows their answers. */
export const Answer = ({ value }: AnswerProps<GroupConfig, Row[]>) => (
  <FormattedMessage id="group.count" values={{ count: value.length }} />
);
