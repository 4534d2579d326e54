import { styled } from '@linaria/react';
import { FormattedMessage } from 'react-intl';
import { localized } from '#schemas/platform/common.ts';
import { SubmittedAnswers } from '#src/engine/react/review/SubmittedAnswers.tsx';
import { useShownLanguage } from '#src/locale/useShownLanguage.ts';
import { Button } from '#src/ui/Button.tsx';
import { Printer } from '#src/ui/icons.ts';
import { registry } from '#widgets/registry.ts';
import type { Receipt } from './submitOnce.ts';
import type { Copy } from './sentHere.ts';

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
`;

export type SentCopyProps = { copy: Copy; receipt: Receipt; onPrint: () => void };

/** Copy of the sent answers, to print or save as a PDF. Loaded lazily. */
export function SentCopy({ copy, receipt: { submittedAt }, onPrint }: SentCopyProps) {
  const language = useShownLanguage();

  function handlePrint() {
    onPrint();
    print();
  }

  return (
    <Section aria-labelledby="sent-copy">
      <h2 id="sent-copy">{localized(copy.formElement.title, language)}</h2>
      <Button icon={<Printer size={20} aria-hidden />} onClick={handlePrint}>
        <FormattedMessage id="succeed.print" />
      </Button>
      <div>
        <SubmittedAnswers
          submission={{ ...copy, submittedAt }}
          registry={registry}
          language={language}
        />
      </div>
    </Section>
  );
}
