import { css } from '@linaria/core';
import { useState } from 'react';
import { IconButton } from './Button.tsx';
import { fieldClass } from './field.ts';
import { Eye, EyeSlash } from './icons.ts';

const box = css`
  position: relative;
  > input {
    padding-right: 3.5rem;
  }
  > button {
    position: absolute;
    top: 1px;
    right: 1px;
    height: calc(100% - 2px);
    min-height: 0;
    border: 0;
    background: transparent;
  }
`;

type PasswordFieldProps = {
  id: string;
  name: string;
  value: string;
  onChange: (text: string) => void;
  onBlur?: () => void;
  autoComplete: 'current-password' | 'new-password';
  showLabel: string;
  hideLabel: string;
  isRequired: boolean;
  isInvalid: boolean;
  isDisabled: boolean;
  describedBy?: string | undefined;
};

/** A password with a button to reveal it. Nothing is trimmed: spaces are part of a password. */
export function PasswordField({
  id,
  name,
  value,
  onChange,
  onBlur,
  autoComplete,
  showLabel,
  hideLabel,
  isRequired,
  isInvalid,
  isDisabled,
  describedBy,
}: PasswordFieldProps) {
  const [isShown, setIsShown] = useState(false);
  return (
    <div className={box}>
      <input
        id={id}
        name={name}
        className={fieldClass}
        type={isShown ? 'text' : 'password'}
        value={value}
        disabled={isDisabled}
        autoComplete={autoComplete}
        autoCapitalize="none"
        autoCorrect="off"
        spellCheck={false} // the browser's spell checker must not send it
        aria-required={isRequired || undefined}
        aria-invalid={isInvalid || undefined}
        aria-describedby={describedBy}
        onChange={(event) => onChange(event.target.value)}
        onBlur={onBlur}
      />
      <IconButton
        label={isShown ? hideLabel : showLabel}
        disabled={isDisabled}
        onClick={() => setIsShown(!isShown)}
        icon={isShown ? <EyeSlash size={20} aria-hidden /> : <Eye size={20} aria-hidden />}
      />
    </div>
  );
}
