import { css } from '@linaria/core';
import { useCombobox, type UseComboboxStateChangeTypes } from 'downshift';
import { FormattedMessage } from 'react-intl';
import type { LegalInsurance } from '#schemas/insurances.ts';
import { limits } from '#schemas/limits.ts';
import { fieldClass, subLabelClass, visuallyHidden } from '#src/ui/field.ts';
import { MagnifyingGlass } from '#src/ui/icons.ts';
import { markTyped, matchingInsurances } from './insuranceAnswer.ts';

const box = css`
  position: relative;
  > svg {
    position: absolute;
    left: 0.85rem;
    top: calc(var(--control) / 2);
    translate: 0 -50%;
    color: var(--muted);
    pointer-events: none;
  }
  > input {
    padding-left: 2.6rem;
  }
  > ul {
    position: absolute;
    z-index: var(--z-sticky);
    inset: calc(100% + 0.25rem) 0 auto;
    max-height: min(18rem, 50vh);
    overflow-y: auto;
    padding: 0.3rem;
    border: 1px solid var(--border-strong);
    border-radius: var(--r-sm);
    background: var(--raised);
    box-shadow: var(--shadow-2);
  }
  li {
    display: flex;
    align-items: center;
    min-height: var(--target-min);
    padding: 0.35rem 0.6rem;
    border-radius: 4px;
    line-height: 1.3;
    cursor: pointer;
  }
  li > span {
    overflow-wrap: anywhere;
  }
  li[aria-selected='true'] {
    background: var(--accent-tint);
    outline: 2px solid var(--accent-edge);
    outline-offset: -2px;
  }
  b {
    font-weight: 700;
  }
`;

export type InsurerFieldProps = {
  id: string;
  name: string;
  list: readonly LegalInsurance[];
  required: boolean;
  invalid: boolean;
  disabled: boolean;
  describedBy: string | undefined;
  onName: (name: string) => void;
  onFocus: () => void;
};

const { InputBlur, InputKeyDownEscape } = useCombobox.stateChangeTypes;
/** Leaving the field or closing the list neither picks what the pointer happens to rest on nor takes away what was typed. */
const keepsTyped: ReadonlySet<UseComboboxStateChangeTypes> = new Set([
  InputBlur,
  InputKeyDownEscape,
]);

/** Searches the insurers while one types; a name that is not among them is as good. */
export function InsurerField({
  id,
  name,
  list,
  required,
  invalid,
  disabled,
  describedBy,
  onName,
  onFocus,
}: InsurerFieldProps) {
  const matches = matchingInsurances(list, name).slice(0, limits.insurance.maxOffered);
  const isSettled = matches.length === 1 && matches[0]?.name === name;
  const { isOpen, highlightedIndex, getLabelProps, getInputProps, getMenuProps, getItemProps } =
    useCombobox<LegalInsurance>({
      id: `${id}-combobox`,
      inputId: id,
      items: matches,
      inputValue: name,
      selectedItem: null,
      itemToString: (item) => item?.name ?? '',
      stateReducer: ({ inputValue, selectedItem }, { type, changes }) =>
        keepsTyped.has(type) ? { ...changes, inputValue, selectedItem } : changes,
      onSelectedItemChange: ({ selectedItem }) => {
        if (selectedItem) onName(selectedItem.name);
      },
    });
  const isShown = isOpen && matches.length > 0 && !isSettled;

  return (
    <div>
      <label {...getLabelProps()} className={subLabelClass}>
        <FormattedMessage id="rechtsschutzformular.insurer" />
      </label>
      <div className={box}>
        <MagnifyingGlass size={20} aria-hidden />
        <input
          {...getInputProps({ onChange: (event) => onName(event.currentTarget.value), onFocus })}
          className={fieldClass}
          type="text"
          autoComplete="off"
          disabled={disabled}
          aria-expanded={isShown}
          aria-required={required || undefined}
          aria-invalid={invalid || undefined}
          aria-describedby={describedBy}
        />
        <ul {...getMenuProps()} hidden={!isShown}>
          {isShown &&
            matches.map((insurance, index) => (
              <li
                key={insurance.foreignId}
                {...getItemProps({
                  item: insurance,
                  index,
                  'aria-selected': index === highlightedIndex,
                })}
              >
                <span>
                  {markTyped(insurance.name, name).map(({ text, isTyped }, part) =>
                    isTyped ? <b key={part}>{text}</b> : text,
                  )}
                </span>
              </li>
            ))}
        </ul>
      </div>
      <p role="status" className={visuallyHidden}>
        {isShown && (
          <FormattedMessage id="rechtsschutzformular.matches" values={{ count: matches.length }} />
        )}
      </p>
    </div>
  );
}
