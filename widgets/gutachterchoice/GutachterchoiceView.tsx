import { css } from '@linaria/core';
import { useCallback, useState, useSyncExternalStore, type FocusEvent } from 'react';
import { FormattedMessage, useIntl } from 'react-intl';
import { childrenOf } from '#schemas/forms.ts';
import { partsOf, rowAddress, type Address } from '#src/engine/core/address.ts';
import type { AnswerProps, WidgetProps } from '#src/engine/core/element.ts';
import { ClearChoice } from '#src/engine/react/ClearChoice.tsx';
import { useFormContext } from '#src/engine/react/context.ts';
import { Button, spinningClass } from '#src/ui/Button.tsx';
import { ChoiceCards, type Choice } from '#src/ui/ChoiceCards.tsx';
import { fieldClass, subLabelClass } from '#src/ui/field.ts';
import { ArrowClockwise, CircleNotch } from '#src/ui/icons.ts';
import { Note } from '#src/ui/Note.tsx';
import { choiceIn, isPostalCode, type ExpertChoice } from './expertChoice.ts';
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

/** The postal code given elsewhere in the form, once it is one: in the same row, or else above. What is hidden says nothing. */
function usePostalCodeFrom(elementId: string | undefined, address: Address): string {
  const {
    engine: { store, elements },
  } = useFormContext();
  const { group } = partsOf(address);
  const isInRow = elements.some(
    (element) => element.id === group?.id && childrenOf(element).some(({ id }) => id === elementId),
  );
  const source =
    elementId && group && isInRow ? rowAddress(group.id, group.row, elementId) : elementId;
  const subscribe = useCallback(
    (notify: () => void) => (source ? store.subscribe(source, notify) : () => undefined),
    [store, source],
  );
  const answer = useSyncExternalStore(subscribe, () =>
    source && store.isVisible(source) ? store.get(source) : undefined,
  );
  return isPostalCode(answer) ? answer : '';
}

export function Widget({
  element,
  address,
  id,
  value,
  onChange,
  onBlur,
  required,
  invalid,
  disabled,
  describedBy,
}: WidgetProps<ExpertConfig, ExpertChoice>) {
  const intl = useIntl();
  const answer = choiceIn(value);
  const { choice, id: expertId, name = '' } = answer;
  const givenElsewhere = usePostalCodeFrom(element.postalCodeFrom, address);
  const postalCode = answer.postalCode ?? givenElsewhere;
  const search = useExperts(postalCode);
  const [ownName, setOwnName] = useState(''); // as it was left; comes back after a look at the list
  const [codeId, nameId] = [`${id}-code`, `${id}-name`];

  const listed = search.state === 'found' ? search.experts : [];
  // What was chosen stays in sight, also when the list cannot be had again.
  const chosen =
    choice === 'listed' && expertId && !listed.some((expert) => expert.id === expertId)
      ? [{ id: expertId, name, place: '' }]
      : [];
  const choices: Choice[] = [
    ...[...chosen, ...listed].map((expert) => ({
      value: `listed ${expert.id}`,
      label: expert.name,
      help: expert.place,
    })),
    { value: 'any', label: intl.formatMessage({ id: 'gutachterchoice.any' }) },
    { value: 'own', label: intl.formatMessage({ id: 'gutachterchoice.own' }) },
  ];
  const hasAnswer = search.state === 'found' || search.state === 'failed';
  const asksName =
    choice === 'own' || (hasAnswer && choice !== 'any' && listed.length + chosen.length === 0);

  function handlePostalCode(text: string) {
    const stays = choice === 'own' || choice === 'any' ? { choice, ...(name ? { name } : {}) } : {};
    onChange({ postalCode: text.trim(), ...stays });
  }

  function handleChoose(picked: string) {
    if (choice === 'own') setOwnName(name);
    const expert = [...chosen, ...listed].find((candidate) => picked === `listed ${candidate.id}`);
    if (expert) onChange({ postalCode, choice: 'listed', id: expert.id, name: expert.name });
    else if (picked === 'own') handleName(ownName);
    else onChange({ postalCode, choice: 'any' });
  }

  const handleName = (text: string) => onChange({ postalCode, choice: 'own', name: text });

  function handleBlur({ currentTarget, relatedTarget }: FocusEvent) {
    if (!currentTarget.contains(relatedTarget)) onBlur();
  }

  return (
    <div id={id} className={layout} onBlur={handleBlur}>
      <div>
        <label className={subLabelClass} htmlFor={codeId}>
          <FormattedMessage id="gutachterchoice.postalCode" />
        </label>
        <input
          id={codeId}
          className={`${fieldClass} ${codeClass}`}
          type="text"
          inputMode="numeric"
          autoComplete="postal-code"
          value={postalCode}
          disabled={disabled}
          aria-required={required || undefined}
          aria-invalid={(invalid && !isPostalCode(postalCode)) || undefined}
          aria-describedby={describedBy}
          onChange={(event) => handlePostalCode(event.target.value)}
        />
      </div>
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
      {(hasAnswer || choice) && (
        <ChoiceCards
          id={`${id}-choices`}
          name={address}
          kind="radio"
          choices={choices}
          chosen={[choice === 'listed' ? `listed ${expertId}` : (choice ?? '')]}
          required={required}
          invalid={invalid && isPostalCode(postalCode) && choice !== 'own'}
          disabled={disabled}
          onChoose={handleChoose}
        />
      )}
      {asksName && (
        <div>
          <label className={subLabelClass} htmlFor={nameId}>
            <FormattedMessage id="gutachterchoice.ownName" />
          </label>
          <input
            id={nameId}
            className={fieldClass}
            type="text"
            value={choice === 'own' ? name : ''}
            disabled={disabled}
            aria-invalid={(invalid && choice === 'own' && !name.trim()) || undefined}
            onChange={(event) => handleName(event.target.value)}
          />
        </div>
      )}
      {!required && choice && !disabled && (
        <div>
          <ClearChoice id={id} onClear={() => onChange(undefined)} />
        </div>
      )}
    </div>
  );
}

/** How the search stands, in words. */
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
