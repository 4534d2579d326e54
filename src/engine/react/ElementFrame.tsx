import { css } from '@linaria/core';
import type { ReactNode } from 'react';
import { localized, type Language } from '#schemas/common.ts';
import type { FormElement } from '#schemas/forms.ts';
import type { Frame } from '#src/engine/core/element.ts';
import { WarningCircle } from '#src/ui/icons.ts';
import { controlId, errorId, frameId, helpId } from './ids.ts';
import { RequiredMark } from './RequiredMark.tsx';

const frame = css`
  display: block; border: 0; contain: layout style;
  grid-column: 1 / -1;
  &[data-width='half'] { grid-column: span 1; }
  > legend { padding: 0; }
`;

const labelClass = css`
  display: block; font-weight: var(--fw-strong); line-height: var(--lh-snug); margin-bottom: .35rem;
`;

const helpClass = css`color: var(--muted); font-size: var(--text-sm); line-height: 1.4; margin: -.1rem 0 .5rem;`;

const errorClass = css`
  display: flex; gap: .4rem; align-items: flex-start; margin-top: .45rem;
  color: var(--danger-text); font-size: var(--text-sm); font-weight: var(--fw-strong); line-height: 1.4;
  svg { margin-top: .1em; }
`;

type ElementFrameProps = {
  element: FormElement;
  kind: Frame;
  language: Language;
  error: string | undefined;
  children: ReactNode;
};

/** Label, help and error of an element: one look and one way of telling for every type. */
export function ElementFrame({ element, kind, language, error, children }: ElementFrameProps) {
  const { id, label, help, required = false, width = 'full' } = element;
  const words = label && <>{localized(label, language)}<RequiredMark required={required} /></>;
  const inside = (
    <>
      {help && kind !== 'none' && <p className={helpClass} id={helpId(id)}>{localized(help, language)}</p>}
      {children}
      {error && <p className={errorClass} id={errorId(id)}><WarningCircle size={18} weight="fill" aria-hidden /><span>{error}</span></p>}
    </>
  );
  const shared = { id: frameId(id), className: frame, 'data-width': width, 'data-element': element.type };

  if (kind === 'group') {
    const describedBy = [help && helpId(id), error && errorId(id)].filter(Boolean).join(' ') || undefined;
    return <fieldset {...shared} aria-describedby={describedBy}><legend className={labelClass}>{words}</legend>{inside}</fieldset>;
  }
  return (
    <div {...shared}>
      {kind === 'label' && <label className={labelClass} htmlFor={controlId(id)}>{words}</label>}
      {inside}
    </div>
  );
}
