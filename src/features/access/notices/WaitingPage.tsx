import { styled } from '@linaria/react';
import type { ReactNode } from 'react';
import { useIntl } from 'react-intl';
import { FormFooter } from '#src/forms/FormFooter.tsx';
import { spinningClass } from '#src/ui/Button.tsx';
import { CircleNotch } from '#src/ui/icons.ts';
import { LetterPage } from '#src/ui/Page.tsx';

const Late = styled.div`
  animation: appear 0s 300ms both;
  @keyframes appear {
    from {
      visibility: hidden;
    }
  }
`;

/** Loading page while guards wait for data. */
export function WaitingPage({ languageChoice }: { languageChoice: ReactNode }) {
  const intl = useIntl();
  return (
    <Late>
      <LetterPage
        title={intl.formatMessage({ id: 'waiting.title' })}
        illustration={<CircleNotch size={48} className={spinningClass} aria-hidden />}
        languageChoice={languageChoice}
        footer={<FormFooter />}
      >
        <p role="status">{intl.formatMessage({ id: 'waiting.text' })}</p>
      </LetterPage>
    </Late>
  );
}
