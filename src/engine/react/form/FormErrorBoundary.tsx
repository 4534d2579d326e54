import { Component, type ReactNode } from 'react';
import { FormattedMessage } from 'react-intl';
import { forgetFailures } from '#src/loading/outcomes.ts';
import { Button } from '#src/ui/Button.tsx';
import { Note } from '#src/ui/Note.tsx';

type Props = {
  /** true while the draft is saved on this device */
  isDraftKept: boolean;
  /** Called before the form is rendered again. */
  onRetry: () => void;
  children: ReactNode;
};

type State = { hasFailed: boolean; hasRetried: boolean };

/**
 * Keeps the page when a form fails to render. The answers are in the store above, so the form can be
 * rendered again. A reload is offered only if the draft is saved.
 */
export class FormErrorBoundary extends Component<Props, State> {
  override state = { hasFailed: false, hasRetried: false };

  static getDerivedStateFromError(): Partial<State> {
    return { hasFailed: true };
  }

  showAgain() {
    forgetFailures();
    this.props.onRetry();
    this.setState({ hasFailed: false, hasRetried: true });
  }

  override render() {
    const { isDraftKept, children } = this.props;
    if (!this.state.hasFailed) return children;
    return (
      <Note tone="danger" role="alert">
        <p>
          <FormattedMessage id="form.broken" values={{ isKept: String(isDraftKept) }} />
        </p>
        {/* React replaces the button of the first failure, which had the focus. */}
        <Button variant="ghost" autoFocus={this.state.hasRetried} onClick={() => this.showAgain()}>
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
