import { styled } from '@linaria/react';
import { useId } from 'react';
import { FormattedMessage, useIntl } from 'react-intl';
import { limits } from '#schemas/limits.ts';
import { fieldClass } from '#src/ui/field.ts';
import { Sheet } from './Sheet.tsx';
import type { PanelProps } from './panel.ts';

const NameField = styled.div`
  max-width: 36rem; margin-bottom: var(--s-3);
  label { font-size: var(--text-sm); font-weight: var(--fw-medium); }
`;

export function TypePanel({ content, onGive, date, isInvalid, isDisabled, describedBy }: PanelProps<'typed'> & { describedBy: string | undefined }) {
  const intl = useIntl();
  const fieldId = useId();
  const name = content?.name ?? '';
  return (
    <>
      <NameField>
        <label htmlFor={fieldId}><FormattedMessage id="signature.name" /></label>
        <input
          id={fieldId} className={fieldClass} type="text" autoComplete="name" maxLength={limits.signature.maxNameLength} value={name} disabled={isDisabled}
          aria-invalid={isInvalid || undefined} aria-describedby={describedBy}
          onChange={({ target }) => onGive(target.value.trim() === '' ? undefined : { method: 'typed', name: target.value.trimStart() })}
        />
      </NameField>
      <Sheet content={content} isInvalid={isInvalid} label={name ? intl.formatMessage({ id: 'signature.sheetTyped' }, { name }) : intl.formatMessage({ id: 'signature.sheetEmpty' })} caption={<><span>{!name && <FormattedMessage id="signature.typedCounts" />}</span>{date}</>} />
    </>
  );
}
