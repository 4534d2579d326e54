import { css } from '@linaria/core';
import type { FocusEvent } from 'react';
import { useIntl } from 'react-intl';
import { localized, type LocalizedText } from '#schemas/common.ts';
import { passwordProblem } from '#schemas/users.rules.ts';
import type { AnswerProps, WidgetProps } from '#src/engine/core/element.ts';
import { useFormContext } from '#src/engine/react/context.ts';
import { labelClass } from '#src/engine/react/ElementFrame.tsx';
import { HiddenAnswer } from '#src/engine/react/HiddenAnswer.tsx';
import { RequiredMark } from '#src/engine/react/RequiredMark.tsx';
import { PasswordField } from '#src/ui/PasswordField.tsx';
import { Strength } from './Strength.tsx';

type NewpasswordConfig = { repeatLabel?: LocalizedText };
type NewpasswordAnswer = { password: string; repeated: string };

const repeatBox = css`margin-top: var(--s-5);`;

const nothing: NewpasswordAnswer = { password: '', repeated: '' };

export function Widget({ element, id, value = nothing, onChange, onBlur, language, required, invalid, disabled, describedBy }: WidgetProps<NewpasswordConfig, NewpasswordAnswer>) {
  const intl = useIntl();
  const { engine: { person } } = useFormContext();
  const { password, repeated } = value;

  const change = (next: NewpasswordAnswer) => onChange(next.password === '' && next.repeated === '' ? undefined : next);
  /** Nobody is told of a mistake on the way from the first field to the second. */
  const handleBlur = ({ currentTarget, relatedTarget }: FocusEvent) => { if (!currentTarget.contains(relatedTarget)) onBlur(); };

  const isRepeatWrong = invalid && password !== repeated && password !== '' && !passwordProblem(password, person);
  const repeatId = `${id}-repeat`;
  const shared = {
    autoComplete: 'new-password', isRequired: required, isDisabled: disabled, describedBy,
    showLabel: intl.formatMessage({ id: 'password.show' }), hideLabel: intl.formatMessage({ id: 'password.hide' }),
  } as const;
  return (
    <div onBlur={handleBlur}>
      <PasswordField {...shared} id={id} name={element.id} value={password} isInvalid={invalid && !isRepeatWrong} onChange={(text) => change({ ...value, password: text })} />
      <Strength password={password} person={person} />
      <div className={repeatBox}>
        <label className={labelClass} htmlFor={repeatId}>
          {element.repeatLabel ? localized(element.repeatLabel, language) : intl.formatMessage({ id: 'newpassword.repeat' })}<RequiredMark required={required} />
        </label>
        <PasswordField {...shared} id={repeatId} name={`${element.id}-repeat`} value={repeated} isInvalid={isRepeatWrong} onChange={(text) => change({ ...value, repeated: text })} />
      </div>
    </div>
  );
}

export const Answer = (_: AnswerProps<NewpasswordConfig, NewpasswordAnswer>) => <HiddenAnswer />;
