import { Component, type ReactNode } from 'react';
import { FormattedMessage, useIntl } from 'react-intl';
import { Button } from '#src/ui/Button.tsx';
import { Illustration } from '#src/ui/Illustration.tsx';
import { LetterPage } from '#src/ui/Page.tsx';

function ErrorPage() {
  const intl = useIntl();
  return (
    <LetterPage title={intl.formatMessage({ id: 'errorScreen.title' })} illustration={<Illustration subject="key" />}>
      <p><FormattedMessage id="errorScreen.text" /></p>
      <Button variant="primary" onClick={() => location.reload()}><FormattedMessage id="action.reload" /></Button>
    </LetterPage>
  );
}

/** The last net: whatever breaks below, the visitor gets words and a way on. */
export class ErrorScreen extends Component<{ children: ReactNode }, { hasFailed: boolean }> {
  override state = { hasFailed: false };

  static getDerivedStateFromError() {
    return { hasFailed: true };
  }

  override render() {
    return this.state.hasFailed ? <ErrorPage /> : this.props.children;
  }
}
