import { Component, type ReactNode } from 'react';
import { FormattedMessage } from 'react-intl';
import { Button } from '#src/ui/Button.tsx';
import { Note } from '#src/ui/Note.tsx';

/** Keeps the page when a form fails to render. The draft is kept, and a reload is offered. */
export class FormErrorBoundary extends Component<{ children: ReactNode }, { hasFailed: boolean }> {
  override state = { hasFailed: false };

  static getDerivedStateFromError() {
    return { hasFailed: true };
  }

  override render() {
    if (!this.state.hasFailed) return this.props.children;
    return (
      <Note tone="danger" role="alert">
        <p>
          <FormattedMessage id="form.broken" />
        </p>
        <Button variant="ghost" onClick={() => location.reload()}>
          <FormattedMessage id="action.reload" />
        </Button>
      </Note>
    );
  }
}
