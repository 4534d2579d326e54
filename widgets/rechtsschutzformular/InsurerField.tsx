import { css } from '@linaria/core';
import { useCombobox, type UseComboboxStateChangeTypes } from 'downshift';
import { FormattedMessage } from 'react-intl';
import type { LegalInsurance } from '#schemas/forms/insurances.ts';
import { useFormContext } from '#src/engine/react/context/formContext.ts';
import { insuranceLimits } from '#schemas/forms/limits.ts';
import { fieldClass, subLabelClass, visuallyHidden } from '#src/ui/field.ts';
import { MagnifyingGlass } from '#src/ui/icons.ts';
import { WrappedText } from '#src/ui/WrappedText.tsx';
import { markTyped, findInsurances } from './insuranceAnswer.ts';

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
    font-weight: var(--fw-strong);
  }
`;

export type InsurerFieldProps = {
  id: string;
  /** Name of the form field. */
  fieldName: string;
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
/** Blur and closing the list neither choose the highlighted option nor clear the typed text. */
const keepsTyped: ReadonlySet<UseComboboxStateChangeTypes> = new Set([
  InputBlur,
  InputKeyDownEscape,
]);

type InsurerSearch = Pick<InsurerFieldProps, 'id' | 'name' | 'list' | 'onName'>;

/** Searches the insurers. The list is hidden when the only match is the typed name. */
function useInsurerSearch({ id, name, list, onName }: InsurerSearch) {
  const matches = findInsurances(list, name).slice(0, insuranceLimits.maxOffered);
  const isSettled = matches.length === 1 && matches[0]?.name === name;
  const combobox = useCombobox<LegalInsurance>({
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
  return { ...combobox, matches, isShown: combobox.isOpen && matches.length > 0 && !isSettled };
}

/** Name of an insurer, with the typed part in bold. */
const MarkedName = ({ name, typed }: { name: string; typed: string }) => (
  <span>
    {markTyped(name, typed).map(({ text, isTyped }, part) =>
      isTyped ? <b key={part}>{text}</b> : <WrappedText key={part}>{text}</WrappedText>,
    )}
  </span>
);

/** Searches insurers while the visitor types; any other name is valid too. */
export function InsurerField(props: InsurerFieldProps) {
  const { fieldName, name, required, invalid, disabled, describedBy, onName, onFocus } = props;
  const { matches, isShown, highlightedIndex, ...combobox } = useInsurerSearch(props);
  const { getLabelProps, getInputProps, getMenuProps, getItemProps } = combobox;

  return (
    <div>
      <label {...getLabelProps()} className={subLabelClass}>
        <FormattedMessage id="rechtsschutzformular.insurer" />
      </label>
      <div className={box}>
        <MagnifyingGlass size={20} aria-hidden />
        <input
          {...getInputProps({ onChange: (event) => onName(event.currentTarget.value), onFocus })}
          name={fieldName}
          className={fieldClass}
          type="text"
          dir="auto"
          enterKeyHint={useFormContext().enterKeyHint}
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
                <MarkedName name={insurance.name} typed={name} />
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
