import { css } from '@linaria/core';

/** The look of a text field; `aria-invalid` marks an error. */
export const fieldClass = css`
  width: 100%;
  min-height: var(--control);
  padding: 0.6rem 0.85rem;
  line-height: 1.4;
  background: var(--field);
  border: 1px solid var(--border-strong);
  border-radius: var(--r-sm);
  transition:
    border-color var(--dur-1),
    box-shadow var(--dur-1);
  &::placeholder {
    color: var(--muted);
    opacity: 1;
  }
  &:hover {
    border-color: var(--text);
  }
  &:focus-visible {
    outline: 3px solid var(--focus);
    outline-offset: 1px;
    border-color: var(--focus);
    border-radius: var(--r-sm);
  }
  &[aria-invalid='true'] {
    border-color: var(--danger);
    box-shadow: inset 0 0 0 1px var(--danger);
  }
  &:disabled {
    background: var(--sunken);
    color: var(--muted);
  }
`;

/** A field with an icon behind its text, or before it (`data-icon='before'`). */
export const fieldWithIcon = css`
  position: relative;
  > input {
    padding-right: 2.75rem;
    font-variant-numeric: tabular-nums lining-nums;
  }
  > svg {
    position: absolute;
    right: 0.85rem;
    top: calc(var(--control) / 2);
    translate: 0 -50%;
    color: var(--muted);
    pointer-events: none;
  }
  &[data-icon='before'] > input {
    padding: 0.6rem 0.85rem 0.6rem 2.75rem;
  }
  &[data-icon='before'] > svg {
    right: auto;
    left: 0.85rem;
  }
`;

export const visuallyHidden = css`
  position: absolute;
  width: 1px;
  height: 1px;
  overflow: hidden;
  clip-path: inset(50%);
  white-space: nowrap;
`;

/** The label of one control in a group. */
export const subLabelClass = css`
  display: block;
  margin-bottom: 0.25rem;
  font-size: var(--text-sm);
  font-weight: var(--fw-medium);
`;
