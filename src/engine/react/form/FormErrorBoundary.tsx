import { Component, type ReactNode } from 'react';
import { FormattedMessage } from 'react-intl';
import { Button } from '#src/ui/Button.tsx';
import { Note } from '#src/ui/Note.tsx';

type Props = {
  /** true while the draft is saved on this device */
  isDraftKept: boolean;
  children: ReactNode;
};

/**
 * Keeps the page when a form fails to render. The answers are in the store above, so the form can be
 * rendered again. A reload is offered only if the draft is saved.
 */
export class FormErrorBoundary extends Component<Props, { hasFailed: boolean }> {
  override state = { hasFailed: false };

  static getDerivedStateFromError() {
    return { hasFailed: true };
  }

  override render() {
    const { isDraftKept, children } = this.props;
    if (!this.state.hasFailed) return children;
    return (
      <Note tone="danger" role="alert">
        <p>
          <FormattedMessage id="form.broken" values={{ isKept: String(isDraftKept) }} />
        </p>
        <Button variant="ghost" onClick={() => this.setState({ hasFailed: false })}>
          <FormattedMessage id="form.broken.again" />
        </Button>
        {isDraftKept && (
          <Button variant="ghost" onClick={() => location.reload()}>
            <FormattedMessage id="action.reload" />
          </Button>
        )}
      </Note>
    );
  }
}
