import { css } from '@linaria/core';
import type { FocusEvent } from 'react';
import { useIntl } from 'react-intl';
import { localized, type LocalizedText } from '#schemas/common.ts';
import { passwordProblem } from '#schemas/users.rules.ts';
import type { AnswerProps, WidgetProps } from '#src/engine/core/element.ts';
import { useFormContext } from '#src/engine/react/context.ts';
import { ErrorLine, labelClass } from '#src/engine/react/ElementFrame.tsx';
import { HiddenAnswer } from '#src/engine/react/HiddenAnswer.tsx';
import { controlId, errorId } from '#src/engine/react/ids.ts';
import { RequiredMark } from '#src/engine/react/RequiredMark.tsx';
import { PasswordField } from '#src/ui/PasswordField.tsx';
import { Strength } from './Strength.tsx';

type NewpasswordConfig = { repeatLabel: LocalizedText };
type NewpasswordAnswer = { password: string; repeated: string };

const repeatBox = css`
  margin-top: var(--s-5);
`;

const nothing: NewpasswordAnswer = { password: '', repeated: '' };

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
  const intl = useIntl();
  const {
    engine: { person },
  } = useFormContext();
  const { password, repeated } = value;

  const change = (next: NewpasswordAnswer) =>
    onChange(next.password === '' && next.repeated === '' ? undefined : next);
  const isRepeatWrong =
    invalid && password !== repeated && password !== '' && !passwordProblem(password, person);
  const repeatId = controlId(address, 'repeat');
  /** Nobody is told of a mistake on the way from the first field to the second, nor to repeat what they have only just typed; of two that differ as soon as the second is left. */
  function handleBlur({ currentTarget, relatedTarget, target }: FocusEvent) {
    const hasRepeated = target.id === repeatId && repeated !== '';
    const isHalfWay =
      target.id !== repeatId && repeated === '' && !passwordProblem(password, person);
    if (hasRepeated || (!isHalfWay && !currentTarget.contains(relatedTarget))) onBlur();
  }
  const shared = {
    autoComplete: 'new-password',
    isRequired: required,
    isDisabled: disabled,
    showLabel: intl.formatMessage({ id: 'password.show' }),
    hideLabel: intl.formatMessage({ id: 'password.hide' }),
  } as const;
  const line = error && <ErrorLine address={address}>{error}</ErrorLine>;
  const aside =
    describedBy
      ?.split(' ')
      .filter((each) => each !== errorId(address))
      .join(' ') || undefined;
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
      <div className={repeatBox}>
        <label className={labelClass} htmlFor={repeatId}>
          {localized(element.repeatLabel, language)}
          <RequiredMark required={required} />
        </label>
        <PasswordField
          {...shared}
          id={repeatId}
          name={`${element.id}-repeat`}
          value={repeated}
          isInvalid={isRepeatWrong}
          describedBy={isRepeatWrong ? describedBy : aside}
          onChange={(text) => change({ ...value, repeated: text })}
        />
        {isRepeatWrong && line}
      </div>
    </div>
  );
}

export const Answer = (_: AnswerProps<NewpasswordConfig, NewpasswordAnswer>) => <HiddenAnswer />;
