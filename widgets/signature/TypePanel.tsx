import { styled } from '@linaria/react';
import { useEffect, useId, useRef, useState } from 'react';
import { FormattedMessage, useIntl } from 'react-intl';
import { cleanTyped } from '#schemas/platform/typedText.ts';
import { signatureLimits } from '#schemas/forms/limits.ts';
import { useFormContext } from '#src/engine/react/context/formContext.ts';
import { LengthHintOf } from '#src/engine/react/fields/LengthHint.tsx';
import { fieldClass } from '#src/ui/field.ts';
import { Note } from '#src/ui/Note.tsx';
import { SignaturePaper } from './SignaturePaper.tsx';
import { isNoSignature } from './isNoSignature.ts';
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

type TypedNameProps = Omit<TypePanelProps, 'content' | 'date'> & { name: string };

function TypedName({
  name,
  onGive,
  isInvalid,
  isDisabled,
  describedBy,
  takesFocus,
}: TypedNameProps) {
  const fieldId = useId();
  const field = useFocusOnMount(takesFocus);
  // The field shows what is being typed, because a cleaned text would move the caret.
  const [typed, setTyped] = useState<string>();

  /** The signature is cleaned at once, because Enter sends the form from this field. */
  function handleChange(text: string) {
    const cleaned = cleanTyped(text, 'line');
    setTyped(text);
    onGive(cleaned === '' ? undefined : { method: 'typed', name: cleaned });
  }

  return (
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
        value={typed ?? name}
        disabled={isDisabled}
        aria-invalid={isInvalid || undefined}
        aria-describedby={describedBy}
        onBlur={() => setTyped(undefined)}
        onChange={({ target }) => handleChange(target.value)}
      />
      <LengthHintOf text={name} maxLength={signatureLimits.maxNameLength} />
    </NameField>
  );
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
  const name = content?.name ?? '';
  const isNoName = isNoSignature(content);
  return (
    <>
      <TypedName {...{ name, onGive, isInvalid, isDisabled, describedBy, takesFocus }} />
      <SignaturePaper
        content={content}
        isInvalid={isInvalid}
        label={
          name && !isNoName
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
      {isNoName && (
        <Note tone="warning" role="status">
          <FormattedMessage id="signature.error.noName" />
        </Note>
      )}
    </>
  );
}
