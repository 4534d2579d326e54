import { styled } from '@linaria/react';
import { useEffect, useId, useRef } from 'react';
import { FormattedMessage, useIntl } from 'react-intl';
import { signatureLimits } from '#schemas/forms/limits.ts';
import { useFormContext } from '#src/engine/react/context/formContext.ts';
import { LengthHintOf } from '#src/engine/react/fields/LengthHint.tsx';
import { fieldClass } from '#src/ui/field.ts';
import { SignaturePaper } from './SignaturePaper.tsx';
import type { PanelProps } from './panel.ts';

const NameField = styled.div`
  max-width: 36rem;
  margin-bottom: var(--s-3);
  label {
    font-size: var(--text-sm);
    font-weight: var(--fw-medium);
  }
`;

type TypePanelProps = PanelProps<'typed'> & {
  describedBy: string | undefined;
  /** True when the visitor has just chosen to type. */
  takesFocus: boolean;
};

/** Returns the ref of a field that takes the focus when it is mounted. */
function useFocusOnMount(takesFocus: boolean) {
  const field = useRef<HTMLInputElement>(null);
  const focusAtFirst = useRef(takesFocus);
  useEffect(() => {
    if (focusAtFirst.current) field.current?.focus();
  }, []);
  return field;
}

export function TypePanel({
  content,
  onGive,
  date,
  isInvalid,
  isDisabled,
  describedBy,
  takesFocus,
}: TypePanelProps) {
  const intl = useIntl();
  const fieldId = useId();
  const name = content?.name ?? '';
  const field = useFocusOnMount(takesFocus);
  return (
    <>
      <NameField>
        <label htmlFor={fieldId}>
          <FormattedMessage id="signature.name" />
        </label>
        <input
          ref={field}
          id={fieldId}
          className={fieldClass}
          type="text"
          dir="auto"
          enterKeyHint={useFormContext().enterKeyHint}
          autoComplete="name"
          value={name}
          disabled={isDisabled}
          aria-invalid={isInvalid || undefined}
          aria-describedby={describedBy}
          onChange={({ target }) =>
            onGive(
              target.value.trim() === ''
                ? undefined
                : { method: 'typed', name: target.value.trimStart() },
            )
          }
        />
        <LengthHintOf text={name} maxLength={signatureLimits.maxNameLength} />
      </NameField>
      <SignaturePaper
        content={content}
        isInvalid={isInvalid}
        label={
          name
            ? intl.formatMessage({ id: 'signature.sheetTyped' }, { name })
            : intl.formatMessage({ id: 'signature.sheetEmpty' })
        }
        caption={
          <>
            <span>{!name && <FormattedMessage id="signature.typedCounts" />}</span>
            {date}
          </>
        }
      />
    </>
  );
}
