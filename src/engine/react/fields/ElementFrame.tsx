import { css } from '@linaria/core';
import type { ReactNode } from 'react';
import type { Language } from '#schemas/platform/common.ts';
import type { FormElement } from '#schemas/forms/forms.ts';
import type { FieldAddress } from '#src/engine/core/fieldAddress.ts';
import type { Frame } from '#src/engine/core/element.ts';
import { WarningCircle } from '#src/ui/icons.ts';
import { wrapText } from '#src/ui/WrappedText.tsx';
import { getControlId, getErrorId, getFrameId, helpId } from '../context/ids.ts';
import { RequiredMark } from './RequiredMark.tsx';
import { renderText } from './renderText.tsx';

const frame = css`
  display: block;
  border: 0;
  contain: layout style;
  grid-column: 1 / -1;
  &[data-width='half'] {
    grid-column: span 1;
  }
  &:focus-within {
    z-index: 1;
  } /* so that an open list covers the elements below */
  > legend {
    padding: 0;
  }
`;

export const labelClass = css`
  display: block;
  font-weight: var(--fw-strong);
  line-height: var(--lh-snug);
  margin-bottom: 0.35rem;
`;

const helpClass = css`
  color: var(--muted);
  font-size: var(--text-sm);
  line-height: 1.4;
  margin: -0.1rem 0 0.5rem;
`;

export const errorClass = css`
  display: flex;
  gap: 0.4rem;
  align-items: flex-start;
  margin-top: 0.45rem;
  color: var(--danger-text);
  font-size: var(--text-sm);
  font-weight: var(--fw-strong);
  line-height: 1.4;
  svg {
    margin-top: 0.1em;
  }
`;

/** Error message of an answer. */
export const ErrorLine = ({
  address,
  children,
}: {
  address: FieldAddress;
  children: ReactNode;
}) => (
  <p className={errorClass} id={getErrorId(address)}>
    <WarningCircle size={18} weight="fill" aria-hidden />
    <span>{children}</span>
  </p>
);

type ElementFrameProps = {
  element: FormElement;
  address: FieldAddress;
  kind: Frame;
  language: Language;
  isRequired: boolean;
  isOptional: boolean;
  error: string | undefined;
  children: ReactNode;
};

/** Label, help and error of an element, alike for every type. */
export function ElementFrame({
  element,
  address,
  kind,
  language,
  isRequired,
  isOptional,
  error,
  children,
}: ElementFrameProps) {
  const { label, help, width = 'full' } = element;
  const words = label && (
    <>
      {renderText(label, language)}
      {(isRequired || isOptional) && (
        <RequiredMark required={isRequired} isSpoken={kind === 'group'} />
      )}
    </>
  );
  const inside = (
    <>
      {help && kind !== 'none' && (
        <p className={helpClass} id={helpId(address)}>
          {renderText(help, language)}
        </p>
      )}
      {wrapText(children)}
      {error && <ErrorLine address={address}>{error}</ErrorLine>}
    </>
  );
  const shared = {
    id: getFrameId(address),
    className: frame,
    'data-width': width,
    'data-element': element.type,
  };

  if (kind === 'group') {
    const describedBy =
      [help && helpId(address), error && getErrorId(address)].filter(Boolean).join(' ') ||
      undefined;
    return (
      <fieldset {...shared} aria-describedby={describedBy}>
        <legend className={labelClass}>{words}</legend>
        {inside}
      </fieldset>
    );
  }
  return (
    <div {...shared}>
      {kind === 'label' && (
        <label className={labelClass} htmlFor={getControlId(address)}>
          {words}
        </label>
      )}
      {inside}
    </div>
  );
}
