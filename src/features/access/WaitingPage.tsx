import { useIntl } from 'react-intl';
import { spinningClass } from '#src/ui/Button.tsx';
import { CircleNotch } from '#src/ui/icons.ts';
import { LetterPage } from '#src/ui/Page.tsx';

/** Something has to be looked up first. */
export function WaitingPage() {
  const intl = useIntl();
  return (
    <LetterPage title={intl.formatMessage({ id: 'waiting.title' })} illustration={<CircleNotch size={48} className={spinningClass} aria-hidden />}>
      <p role="status">{intl.formatMessage({ id: 'waiting.text' })}</p>
    </LetterPage>
  );
}
