import { styled } from '@linaria/react';
import { useState } from 'react';
import { FormattedMessage } from 'react-intl';
import { localize } from '#schemas/platform/common.ts';
import { receiptLimits } from '#schemas/forms/limits.ts';
import { dayMs } from '#schemas/platform/time.ts';
import type { Copy, Receipt } from '#src/device/indexedDb/receipts.ts';
import { SubmittedAnswers } from '#src/engine/react/review/SubmittedAnswers.tsx';
import { useShownLanguage } from '#src/locale/useShownLanguage.ts';
import { Button } from '#src/ui/Button.tsx';
import { Check, Printer } from '#src/ui/icons.ts';
import { consentTexts } from '#src/forms/useConsent.ts';
import { WrappedText } from '#src/ui/WrappedText.tsx';
import { registry } from '#widgets/registry.ts';

const Section = styled.section`
  display: grid;
  gap: var(--s-4);
  justify-items: start;
  width: 100%;
  margin-top: var(--s-4);
  padding-top: var(--s-5);
  border-top: 1px solid var(--border);
  > div {
    width: 100%;
  }
  > ul svg {
    display: inline;
    vertical-align: -0.2em;
  }
  > small {
    color: var(--muted);
  }
`;

const Actions = styled.div`
  display: flex;
  flex-wrap: wrap;
  gap: var(--s-3);
`;

/** Focuses the note that replaces the pressed button. */
const focus = (note: HTMLElement | null): void => note?.focus();

export type SentCopyProps = { copy: Copy; receipt: Receipt; onDone: () => Promise<void> };

/** Copy of the sent answers, to print or save as a PDF, until the visitor is done. Loaded lazily. */
export function SentCopy({ copy, receipt: { submittedAt }, onDone }: SentCopyProps) {
  const language = useShownLanguage();
  const [isDone, setIsDone] = useState(false);
  if (isDone)
    return (
      <p ref={focus} tabIndex={-1}>
        <FormattedMessage id="succeed.copy.deleted" />
      </p>
    );
  return (
    <Section aria-labelledby="sent-copy">
      <h2 id="sent-copy">{localize(copy.formElement.title, language)}</h2>
      <Actions>
        <Button icon={<Printer size={20} aria-hidden />} onClick={() => print()}>
          <FormattedMessage id="succeed.print" />
        </Button>
        <Button
          variant="ghost"
          icon={<Check size={20} aria-hidden />}
          onClick={() => void onDone().then(() => setIsDone(true))}
        >
          <FormattedMessage id="succeed.copy.done" />
        </Button>
      </Actions>
      <p data-on-screen>
        <FormattedMessage id="succeed.copy.kept" values={{ days: receiptLimits.keptMs / dayMs }} />
      </p>
      <div>
        <SubmittedAnswers
          submission={{ ...copy, submittedAt }}
          registry={registry}
          language={language}
        />
      </div>
      {copy.accepted.length > 0 && (
        <ul>
          {copy.accepted.map((name) => (
            <li key={name}>
              <Check size={18} aria-hidden />{' '}
              <FormattedMessage
                id={consentTexts[name].sentence}
                values={{
                  link: (words) => (
                    <span key="link">
                      <WrappedText>{words}</WrappedText>
                    </span>
                  ),
                }}
              />
            </li>
          ))}
        </ul>
      )}
      <small>
        <FormattedMessage id="succeed.copy.revision" values={{ number: copy.revision }} />
      </small>
    </Section>
  );
}
