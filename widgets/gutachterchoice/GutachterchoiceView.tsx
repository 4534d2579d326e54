import { css } from '@linaria/core';
import { useCallback, useState, useSyncExternalStore, type FocusEvent } from 'react';
import { FormattedMessage, useIntl } from 'react-intl';
import { isBlankText } from '#schemas/platform/plainText.ts';
import { cleanTyped } from '#schemas/platform/typedText.ts';
import { listChildren } from '#schemas/forms/forms.ts';
import {
  formatFieldName,
  parseAddress,
  formatRowAddress,
  type FieldAddress,
} from '#src/engine/core/fieldAddress.ts';
import type { AnswerProps, WidgetProps } from '#src/engine/core/element.ts';
import { ClearChoice } from '#src/engine/react/fields/ClearChoice.tsx';
import { useFormContext } from '#src/engine/react/context/formContext.ts';
import { Button, spinningClass } from '#src/ui/Button.tsx';
import { ChoiceCards, type Choice } from '#src/ui/ChoiceCards.tsx';
import { fieldClass, subLabelClass } from '#src/ui/field.ts';
import { ArrowClockwise, CircleNotch } from '#src/ui/icons.ts';
import { Note } from '#src/ui/Note.tsx';
import { Scriptless } from '#src/ui/Scriptless.tsx';
import { readChoice, isPostalCode, type ExpertChoice } from './expertChoice.ts';
import { useExperts, type ExpertSearch } from './useExperts.ts';

type ExpertConfig = { postalCodeFrom?: string };

const layout = css`
  display: grid;
  gap: var(--s-3);
`;
const codeClass = css`
  max-width: 8rem;
  font-variant-numeric: tabular-nums lining-nums;
`;
const newsClass = css`
  color: var(--muted);
  font-size: var(--text-sm);
  &:empty {
    display: none;
  }
  > p {
    display: flex;
    gap: 0.5rem;
    align-items: center;
  }
`;

/**
 * Reads a valid postal code from another element, first in the same row; a hidden element counts as
 * empty.
 */
function usePostalCodeFrom(elementId: string | undefined, address: FieldAddress): string {
  const {
    engine: { store, elements },
  } = useFormContext();
  const { group } = parseAddress(address);
  const isInRow = elements.some(
    (element) =>
      element.id === group?.id && listChildren(element).some(({ id }) => id === elementId),
  );
  const source =
    elementId && group && isInRow ? formatRowAddress(group.id, group.row, elementId) : elementId;
  const subscribe = useCallback(
    (notify: () => void) => (source ? store.subscribe(source, notify) : () => undefined),
    [store, source],
  );
  const getAnswer = () => (source && store.isVisible(source) ? store.get(source) : undefined);
  const answer = useSyncExternalStore(subscribe, getAnswer, getAnswer);
  return isPostalCode(answer) ? answer : '';
}

type ExpertWidgetProps = WidgetProps<ExpertConfig, ExpertChoice>;
type TextFieldProps = Pick<ExpertWidgetProps, 'id' | 'disabled' | 'invalid'> & {
  name: string;
  value: string;
  onChange: (text: string) => void;
};

function PostalCodeField({
  id,
  name,
  value,
  onChange,
  required,
  invalid,
  disabled,
  describedBy,
}: TextFieldProps & Pick<ExpertWidgetProps, 'required' | 'describedBy'>) {
  return (
    <div>
      <label className={subLabelClass} htmlFor={id}>
        <FormattedMessage id="gutachterchoice.postalCode" />
      </label>
      <input
        id={id}
        name={name}
        className={`${fieldClass} ${codeClass}`}
        type="text"
        inputMode="numeric"
        enterKeyHint={useFormContext().enterKeyHint}
        autoComplete="postal-code"
        value={value}
        disabled={disabled}
        aria-required={required || undefined}
        aria-invalid={invalid || undefined}
        aria-describedby={describedBy}
        onChange={(event) => onChange(event.target.value)}
      />
    </div>
  );
}

const OwnNameField = ({ id, name, value, onChange, invalid, disabled }: TextFieldProps) => (
  <div>
    <label className={subLabelClass} htmlFor={id}>
      <FormattedMessage id="gutachterchoice.ownName" />
    </label>
    <input
      id={id}
      name={name}
      className={fieldClass}
      type="text"
      dir="auto"
      enterKeyHint={useFormContext().enterKeyHint}
      value={value}
      disabled={disabled}
      aria-invalid={invalid || undefined}
      onChange={(event) => onChange(event.target.value)}
    />
  </div>
);

type ListedExpert = { id: string; name: string; place: string };

/** The listed experts. The chosen one stays visible even if the list cannot be loaded again. */
function listExperts(search: ExpertSearch, answer: Partial<ExpertChoice>): ListedExpert[] {
  const listed = search.state === 'found' ? search.experts : [];
  const { choice, id, name = '' } = answer;
  const isMissing = choice === 'listed' && id && !listed.some((expert) => expert.id === id);
  return isMissing ? [{ id, name, place: '' }, ...listed] : [...listed];
}

/** Returns the choices, and handlers that change the answer. */
function useExpertChoice(
  answer: ReturnType<typeof readChoice>,
  postalCode: string,
  experts: readonly ListedExpert[],
  onChange: ExpertWidgetProps['onChange'],
) {
  const intl = useIntl();
  const { choice, name = '' } = answer;
  const [ownName, setOwnName] = useState(''); // kept while the visitor looks at the list
  const choices: Choice[] = [
    ...experts.map((expert) => ({
      value: `listed ${expert.id}`,
      label: expert.name,
      help: expert.place,
    })),
    { value: 'any', label: intl.formatMessage({ id: 'gutachterchoice.any' }) },
    { value: 'own', label: intl.formatMessage({ id: 'gutachterchoice.own' }) },
  ];

  function changePostalCode(text: string) {
    const stays = choice === 'own' || choice === 'any' ? { choice, ...(name ? { name } : {}) } : {};
    onChange({ postalCode: text.trim(), ...stays });
  }

  const changeName = (text: string) => onChange({ postalCode, choice: 'own', name: text });

  function choose(picked: string) {
    if (choice === 'own') setOwnName(name);
    const expert = experts.find(({ id }) => picked === `listed ${id}`);
    if (expert) onChange({ postalCode, choice: 'listed', id: expert.id, name: expert.name });
    else if (picked === 'own') changeName(ownName);
    else onChange({ postalCode, choice: 'any' });
  }

  return { choices, changePostalCode, changeName, choose };
}

type ExpertSearchStatusProps = { search: ReturnType<typeof useExperts>; postalCode: string };

function ExpertSearchStatus({ search, postalCode }: ExpertSearchStatusProps) {
  return (
    <>
      <div role="status" className={newsClass}>
        <SearchNews search={search} postalCode={postalCode} />
      </div>
      {search.state === 'failed' && (
        <div>
          <Button icon={<ArrowClockwise size={20} aria-hidden />} onClick={search.retry}>
            <FormattedMessage id="action.retry" />
          </Button>
        </div>
      )}
    </>
  );
}

export function Widget(props: ExpertWidgetProps) {
  const { element, address, id, value, onChange, onBlur, required, invalid, disabled } = props;
  const answer = readChoice(value);
  const { choice, id: expertId, name = '' } = answer;
  const givenElsewhere = usePostalCodeFrom(element.postalCodeFrom, address);
  const typedCode = answer.postalCode ?? givenElsewhere;
  const postalCode = cleanTyped(typedCode, 'postalCode');
  const search = useExperts(postalCode);
  const experts = listExperts(search, answer);
  const form = useExpertChoice(answer, postalCode, experts, onChange);
  const hasAnswer = search.state === 'found' || search.state === 'failed';
  const asksName = choice === 'own' || (hasAnswer && choice !== 'any' && experts.length === 0);

  function handleBlur({ currentTarget, relatedTarget }: FocusEvent) {
    if (!currentTarget.contains(relatedTarget)) onBlur();
  }

  const cards = (
    <ChoiceCards
      {...{ required, disabled }}
      id={`${id}-choices`}
      name={address}
      kind="radio"
      choices={form.choices}
      chosen={[choice === 'listed' ? `listed ${expertId}` : (choice ?? '')]}
      invalid={invalid && isPostalCode(postalCode) && choice !== 'own'}
      onChoose={form.choose}
    />
  );
  const nameField = (
    <OwnNameField
      id={`${id}-name`}
      name={formatFieldName(address, 'name')}
      value={choice === 'own' ? name : ''}
      disabled={disabled}
      invalid={invalid && choice === 'own' && isBlankText(name)}
      onChange={form.changeName}
    />
  );
  return (
    <div id={id} className={layout} onBlur={handleBlur}>
      <PostalCodeField
        {...{ required, disabled }}
        id={`${id}-code`}
        name={formatFieldName(address, 'code')}
        value={typedCode}
        invalid={invalid && !isPostalCode(postalCode)}
        describedBy={props.describedBy}
        onChange={form.changePostalCode}
      />
      <ExpertSearchStatus search={search} postalCode={postalCode} />
      {hasAnswer || choice ? cards : <Scriptless>{cards}</Scriptless>}
      {asksName ? nameField : <Scriptless>{nameField}</Scriptless>}
      {!required && choice && !disabled && (
        <div>
          <ClearChoice id={id} onClear={() => onChange(undefined)} />
        </div>
      )}
    </div>
  );
}

/** Describes the state of the search. */
function SearchNews({ search, postalCode }: { search: ExpertSearch; postalCode: string }) {
  switch (search.state) {
    case 'idle':
      return null;
    case 'searching':
      return (
        <p>
          <CircleNotch size={20} className={spinningClass} aria-hidden />
          <FormattedMessage id="gutachterchoice.searching" values={{ postalCode }} />
        </p>
      );
    case 'failed':
      return (
        <Note tone="warning">
          <FormattedMessage id="gutachterchoice.failed" />
        </Note>
      );
    case 'found':
      return (
        <p>
          <FormattedMessage
            id="gutachterchoice.found"
            values={{ count: search.experts.length, postalCode }}
          />
        </p>
      );
  }
}

export function Answer({
  value: { postalCode, choice, name = '' },
}: AnswerProps<ExpertConfig, ExpertChoice>) {
  return (
    <FormattedMessage
      id={choice === 'any' ? 'gutachterchoice.answer.any' : 'gutachterchoice.answer'}
      values={{ name, postalCode }}
    />
  );
}
