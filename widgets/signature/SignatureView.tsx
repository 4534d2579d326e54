import { styled } from '@linaria/react';
import { useState, type FocusEvent } from 'react';
import { FormattedDate, FormattedMessage, useIntl } from 'react-intl';
import type { AnswerProps, WidgetProps } from '#src/engine/core/element.ts';
import { useFormContext } from '#src/engine/react/context.ts';
import { buttonClass } from '#src/ui/Button.tsx';
import { visuallyHidden } from '#src/ui/field.ts';
import { Image, Keyboard, PencilSimple } from '#src/ui/icons.ts';
import { DrawPanel } from './DrawPanel.tsx';
import { svgOf } from './ink.ts';
import { pngOf } from './picture.ts';
import { Sheet } from './Sheet.tsx';
import {
  contentOf,
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

/** A draft may hold the answer of an earlier element of this name; what cannot be drawn is none. */
function readableContent(value: unknown): SignatureContent | undefined {
  const answer = (typeof value === 'object' && value !== null ? value : {}) as SignatureAnswer;
  const isReadable =
    methods.includes(answer.method) &&
    typeof answer.png === 'string' &&
    (answer.strokes === undefined || Array.isArray(answer.strokes));
  return isReadable ? contentOf(answer) : undefined;
}

const signedAt = (answer: SignatureAnswer | undefined) =>
  answer &&
  !Number.isNaN(Date.parse(answer.signedAt)) && (
    <time dateTime={answer.signedAt}>
      <FormattedDate value={answer.signedAt} dateStyle="long" />
    </time>
  );

export function Widget({
  address,
  id,
  value,
  onChange,
  onBlur,
  invalid,
  disabled,
  describedBy,
}: WidgetProps<SignatureConfig, SignatureAnswer>) {
  const intl = useIntl();
  const {
    engine: { revision },
  } = useFormContext();
  const content = readableContent(value);
  const [chosen, setChosen] = useState<SignatureMethod>('drawn');
  const [kept, setKept] = useState<Partial<Record<SignatureMethod, SignatureAnswer>>>({});
  const method = content?.method ?? chosen;

  function give(next: SignatureContent | undefined) {
    setChosen(next?.method ?? method);
    onChange(
      next && {
        ...next,
        svg: svgOf(next),
        png: pngOf(next),
        signedAt: new Date().toISOString(),
        revision,
      },
    );
  }

  /** What was given in another way is set aside, and there again on the way back. */
  function choose(next: SignatureMethod) {
    if (next === method) return;
    setKept({ ...kept, [method]: content && value });
    setChosen(next);
    onChange(kept[next]);
  }

  function handleBlur({ currentTarget, relatedTarget }: FocusEvent) {
    if (!currentTarget.contains(relatedTarget)) onBlur();
  }

  const shared = {
    onGive: give,
    date: signedAt(content && value),
    isInvalid: invalid,
    isDisabled: disabled,
  };
  return (
    <div id={id} onBlur={handleBlur}>
      <Methods role="group" aria-label={intl.formatMessage({ id: 'signature.methods' })}>
        {methods.map((each) => {
          const { Icon, offer } = ways[each];
          return (
            <button
              key={each}
              type="button"
              className={buttonClass}
              aria-pressed={each === method}
              disabled={disabled}
              onClick={() => choose(each)}
            >
              <Icon size={20} aria-hidden />
              <FormattedMessage id={offer} />
            </button>
          );
        })}
      </Methods>
      {method === 'drawn' && (
        <DrawPanel {...shared} content={content?.method === 'drawn' ? content : undefined} />
      )}
      {method === 'typed' && (
        <TypePanel
          {...shared}
          content={content?.method === 'typed' ? content : undefined}
          describedBy={describedBy}
          takesFocus={chosen === 'typed'}
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
        {content && <FormattedMessage id="signature.isThere" />}
      </p>
    </div>
  );
}

export function Answer({ value }: AnswerProps<SignatureConfig, SignatureAnswer>) {
  const intl = useIntl();
  return (
    <Sheet
      content={contentOf(value)}
      label={intl.formatMessage({ id: 'signature.answer' })}
      caption={
        <>
          <FormattedMessage id={methodTexts[value.method]} />
          {signedAt(value)}
        </>
      }
    />
  );
}
