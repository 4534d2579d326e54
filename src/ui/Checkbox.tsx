import { css } from '@linaria/core';
import type { InputHTMLAttributes, ReactNode } from 'react';

export const tickClass = css`
  appearance: none;
  flex: none;
  width: 1.375rem;
  height: 1.375rem;
  margin: 0;
  display: grid;
  place-items: center;
  cursor: pointer;
  border: 1.5px solid var(--border-strong);
  border-radius: 4px;
  background: var(--field);
  &[type='radio'] {
    border-radius: 50%;
  }
  &::after {
    content: '';
    width: 100%;
    height: 100%;
    scale: 0;
    background: var(--on-accent);
    transition: scale var(--dur-1) var(--ease-out);
  }
  &[type='radio']::after {
    width: 0.55rem;
    height: 0.55rem;
    border-radius: 50%;
  }
  &[type='checkbox']::after {
    clip-path: polygon(17% 52%, 26% 42%, 42% 58%, 75% 24%, 84% 34%, 42% 77%);
  }
  &:checked {
    background: var(--accent);
    border-color: var(--accent-edge);
  }
  &:checked::after {
    scale: 1;
  }
  &[aria-invalid='true'] {
    border-color: var(--danger);
    box-shadow: inset 0 0 0 1px var(--danger);
  }
  @media (forced-colors: active) {
    appearance: auto;
  }
`;

const row = css`
  display: flex;
  gap: 0.8rem;
  align-items: flex-start;
  line-height: 1.45;
  padding-block: 0.3rem;
  cursor: pointer;
  input {
    margin-top: 0.06em;
  }
`;

type CheckboxProps = Omit<InputHTMLAttributes<HTMLInputElement>, 'type'> & { label: ReactNode };

export function Checkbox({ label, ...rest }: CheckboxProps) {
  return (
    <label className={row}>
      <input {...rest} type="checkbox" className={tickClass} />
      <span>{label}</span>
    </label>
  );
}
