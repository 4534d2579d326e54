import { css } from '@linaria/core';
import { styled } from '@linaria/react';
import { useState, type FocusEvent } from 'react';
import { FormattedDate, FormattedMessage, useIntl } from 'react-intl';
import type { AnswerProps, WidgetProps } from '#src/engine/core/element.ts';
import { useFormContext } from '#src/engine/react/context/formContext.ts';
import { getAnswerInstant } from '#src/engine/react/context/getAnswerInstant.ts';
import { buttonClass } from '#src/ui/Button.tsx';
import { visuallyHidden } from '#src/ui/field.ts';
import { Image, Keyboard, PencilSimple } from '#src/ui/icons.ts';
import { DrawPanel } from './DrawPanel.tsx';
import { isNoSignature } from './isNoSignature.ts';
import { renderSvg } from './ink.ts';
import { toPng } from './picture.ts';
import { SignaturePaper } from './SignaturePaper.tsx';
import {
  readContent,
  methodTexts,
  methods,
  type SignatureAnswer,
  type SignatureContent,
  type SignatureMethod,
} from './signatureAnswer.ts';
import { TypePanel } from './TypePanel.tsx';
import { UploadPanel } from './UploadPanel.tsx';

type SignatureConfig = Record<never, never>;

const ways = {
  drawn: { Icon: PencilSimple, offer: 'signature.draw' },
  typed: { Icon: Keyboard, offer: 'signature.type' },
  uploaded: { Icon: Image, offer: 'signature.upload' },
} as const;

const Methods = styled.div`
  display: flex;
  flex-wrap: wrap;
  gap: var(--s-2);
  margin-bottom: var(--s-3);
  > button {
    min-height: var(--target-min);
    padding: 0.25rem 0.9rem;
    font-size: var(--text-sm);
  }
  > [aria-pressed='true'] {
    background: var(--accent-tint);
    border-color: var(--accent-edge);
    color: var(--accent-text);
  }
`;

/** Without scripts the sheet takes no signature, so only the sentence below it is shown. */
const drawnByScripts = css`
  @media (scripting: none) {
    > * {
      display: none;
    }
  }
`;

/** A draft may hold an answer of another type under this id; it counts as no signature. */
function describeContent(value: unknown): SignatureContent | undefined {
  const answer = (typeof value === 'object' && value !== null ? value : {}) as SignatureAnswer;
  const isReadable =
    methods.includes(answer.method) &&
    typeof answer.png === 'string' &&
    (answer.strokes === undefined || Array.isArray(answer.strokes));
  return isReadable ? readContent(answer) : undefined;
}

const readSignedAt = (answer: SignatureAnswer | undefined) =>
  answer &&
  !Number.isNaN(Date.parse(answer.signedAt)) && (
    <time dateTime={answer.signedAt}>
      <FormattedDate value={answer.signedAt} dateStyle="long" />
    </time>
  );

type SignatureProps = WidgetProps<SignatureConfig, SignatureAnswer>;

/** The signature, and the method that the visitor has chosen for it. */
function useSignature({ value, onChange }: Pick<SignatureProps, 'value' | 'onChange'>) {
  const {
    engine: { revision },
  } = useFormContext();
  const content = describeContent(value);
  const [chosen, setChosen] = useState<SignatureMethod>('drawn');
  const [kept, setKept] = useState<Partial<Record<SignatureMethod, SignatureAnswer>>>({});
  const method = content?.method ?? chosen;

  function submit(next: SignatureContent | undefined) {
    setChosen(next?.method ?? method);
    onChange(
      next && {
        ...next,
        svg: renderSvg(next),
        png: toPng(next),
        signedAt: getAnswerInstant(),
        revision,
      },
    );
  }

  /** Keeps the answer of the other method, so that it returns when the visitor switches back. */
  function switchMethod(next: SignatureMethod) {
    if (next === method) return;
    setKept({ ...kept, [method]: content && value });
    setChosen(next);
    onChange(kept[next]);
  }

  return { content, chosen, method, submit, switchMethod };
}

type MethodButtonsProps = {
  selected: SignatureMethod;
  isDisabled: boolean;
  onSelect: (method: SignatureMethod) => void;
};

function MethodButtons({ selected, isDisabled, onSelect }: MethodButtonsProps) {
  const intl = useIntl();
  return (
    <Methods role="group" aria-label={intl.formatMessage({ id: 'signature.methods' })}>
      {methods.map((method) => {
        const { Icon, offer } = ways[method];
        return (
          <button
            key={method}
            type="button"
            className={buttonClass}
            aria-pressed={method === selected}
            disabled={isDisabled}
            onClick={() => onSelect(method)}
          >
            <Icon size={20} aria-hidden />
            <FormattedMessage id={offer} />
          </button>
        );
      })}
    </Methods>
  );
}

export function Widget({
  address,
  id,
  value,
  onChange,
  onBlur,
  invalid,
  disabled,
  describedBy,
}: SignatureProps) {
  const signature = useSignature({ value, onChange });
  const { content, method } = signature;

  function handleBlur({ currentTarget, relatedTarget }: FocusEvent) {
    if (!currentTarget.contains(relatedTarget)) onBlur();
  }

  const shared = {
    onGive: signature.submit,
    date: content && !isNoSignature(content) && readSignedAt(value),
    isInvalid: invalid,
    isDisabled: disabled,
  };
  return (
    <div id={id} className={drawnByScripts} onBlur={handleBlur}>
      <MethodButtons selected={method} isDisabled={disabled} onSelect={signature.switchMethod} />
      {method === 'drawn' && (
        <DrawPanel {...shared} content={content?.method === 'drawn' ? content : undefined} />
      )}
      {method === 'typed' && (
        <TypePanel
          {...shared}
          content={content?.method === 'typed' ? content : undefined}
          describedBy={describedBy}
          takesFocus={signature.chosen === 'typed'}
        />
      )}
      {method === 'uploaded' && (
        <UploadPanel
          {...shared}
          content={content?.method === 'uploaded' ? content : undefined}
          address={address}
        />
      )}
      <p role="status" className={visuallyHidden}>
        {content && !isNoSignature(content) && <FormattedMessage id="signature.isThere" />}
      </p>
    </div>
  );
}

export function Answer({ value }: AnswerProps<SignatureConfig, SignatureAnswer>) {
  const intl = useIntl();
  return (
    <SignaturePaper
      content={readContent(value)}
      label={intl.formatMessage({ id: 'signature.answer' })}
      caption={
        <>
          <FormattedMessage id={methodTexts[value.method]} />
          {readSignedAt(value)}
        </>
      }
    />
  );
}
