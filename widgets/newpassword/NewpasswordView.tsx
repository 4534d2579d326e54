import { css } from '@linaria/core';
import type { ComponentProps, FocusEvent, ReactNode } from 'react';
import { useIntl } from 'react-intl';
import { localize, type LocalizedText } from '#schemas/platform/common.ts';
import { findBrokenRule, isSamePassword } from '#schemas/access/users.rules.ts';
import type { AnswerProps, WidgetProps } from '#src/engine/core/element.ts';
import { formatFieldName } from '#src/engine/core/fieldAddress.ts';
import { useFormContext } from '#src/engine/react/context/formContext.ts';
import { ErrorLine, labelClass } from '#src/engine/react/fields/ElementFrame.tsx';
import { HiddenAnswer } from '#src/engine/react/review/HiddenAnswer.tsx';
import { getControlId, getErrorId } from '#src/engine/react/context/ids.ts';
import { RequiredMark } from '#src/engine/react/fields/RequiredMark.tsx';
import { PasswordField } from '#src/ui/PasswordField.tsx';
import { WrappedText } from '#src/ui/WrappedText.tsx';
import { repeatPart } from './repeatPart.ts';
import { Strength } from './Strength.tsx';

type NewpasswordConfig = { repeatLabel: LocalizedText };
type NewpasswordAnswer = { password: string; repeated: string };

const repeatBox = css`
  margin-top: var(--s-5);
`;

const nothing: NewpasswordAnswer = { password: '', repeated: '' };

/** Removes an id from the value of `aria-describedby`. */
const removeId = (describedBy: string | undefined, id: string): string | undefined =>
  describedBy
    ?.split(' ')
    .filter((each) => each !== id)
    .join(' ') || undefined;

type RepeatFieldProps = ComponentProps<typeof PasswordField> & {
  id: string;
  label: string;
  error: ReactNode;
};

const RepeatField = ({ label, error, ...field }: RepeatFieldProps) => (
  <div className={repeatBox}>
    <label className={labelClass} htmlFor={field.id}>
      <WrappedText>{label}</WrappedText>
      <RequiredMark required={field.isRequired} />
    </label>
    <PasswordField {...field} />
    {error}
  </div>
);

function usePasswordTexts() {
  const intl = useIntl();
  return {
    autoComplete: 'new-password',
    showLabel: intl.formatMessage({ id: 'password.show' }),
    hideLabel: intl.formatMessage({ id: 'password.hide' }),
  } as const;
}

/**
 * Returns false while the focus moves from the first field to the second, so that no error is shown
 * yet. A mismatch is shown as soon as the second is left.
 */
function isComplete(
  { currentTarget, relatedTarget, target }: FocusEvent,
  { repeated }: NewpasswordAnswer,
  isAllowed: boolean,
  repeatId: string,
): boolean {
  const isRepeat = target.id === repeatId;
  if (isRepeat && repeated !== '') return true;
  const isHalfWay = !isRepeat && repeated === '' && isAllowed;
  return !isHalfWay && !currentTarget.contains(relatedTarget);
}

export function Widget({
  element,
  address,
  id,
  value = nothing,
  onChange,
  onBlur,
  language,
  required,
  invalid,
  disabled,
  describedBy,
  error,
}: WidgetProps<NewpasswordConfig, NewpasswordAnswer>) {
  const {
    engine: { person },
  } = useFormContext();
  const { password, repeated } = value;

  const change = (next: NewpasswordAnswer) =>
    onChange(next.password === '' && next.repeated === '' ? undefined : next);
  const isRepeatWrong =
    invalid &&
    !isSamePassword(password, repeated) &&
    password !== '' &&
    !findBrokenRule(password, person);
  const repeatId = getControlId(address, repeatPart);
  function handleBlur(event: FocusEvent) {
    if (isComplete(event, value, !findBrokenRule(password, person), repeatId)) onBlur();
  }
  const shared = { ...usePasswordTexts(), isRequired: required, isDisabled: disabled };
  const line = error && <ErrorLine address={address}>{error}</ErrorLine>;
  const aside = removeId(describedBy, getErrorId(address));
  return (
    <div onBlur={handleBlur}>
      <PasswordField
        {...shared}
        id={id}
        name={element.id}
        value={password}
        isInvalid={invalid && !isRepeatWrong}
        describedBy={isRepeatWrong ? aside : describedBy}
        onChange={(text) => change({ ...value, password: text })}
      />
      {!isRepeatWrong && line}
      <Strength password={password} person={person} isRefused={invalid && !isRepeatWrong} />
      <RepeatField
        {...shared}
        label={localize(element.repeatLabel, language)}
        id={repeatId}
        name={formatFieldName(address, repeatPart)}
        value={repeated}
        isInvalid={isRepeatWrong}
        describedBy={isRepeatWrong ? describedBy : aside}
        onChange={(text) => change({ ...value, repeated: text })}
        error={isRepeatWrong && line}
      />
    </div>
  );
}

export const Answer = (_: AnswerProps<NewpasswordConfig, NewpasswordAnswer>) => <HiddenAnswer />;
