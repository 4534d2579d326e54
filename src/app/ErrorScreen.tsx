import { Component, useState, type ReactNode } from 'react';
import { FormattedMessage, useIntl } from 'react-intl';
import { useLocation, useNavigate } from 'react-router-dom';
import { areDraftsKept } from '#src/device/openDrafts.ts';
import { FormFooter } from '#src/forms/FormFooter.tsx';
import { forgetFailures } from '#src/loading/outcomes.ts';
import { followHeadline } from '#src/routing/followHeadline.ts';
import { paths } from '#src/routing/paths.ts';
import { Button } from '#src/ui/Button.tsx';
import { ArrowLeft } from '#src/ui/icons.ts';
import { Illustration } from '#src/ui/Illustration.tsx';
import { LetterPage } from '#src/ui/Page.tsx';

function ErrorPage({ onRetry }: { onRetry: () => void }) {
  const intl = useIntl();
  const [isKept] = useState(areDraftsKept); // before the forms unmount
  const navigate = useNavigate();
  // The first page of a visit has no page of ours before it.
  const goBack = () =>
    void ((history.state as { idx?: number } | null)?.idx ? navigate(-1) : navigate(paths.base()));
  return (
    <LetterPage
      title={intl.formatMessage({ id: 'errorScreen.title' })}
      illustration={<Illustration subject="key" />}
      footer={<FormFooter />}
    >
      <p>
        <FormattedMessage id="errorScreen.text" values={{ isKept: String(isKept) }} />
      </p>
      <Button variant="primary" onClick={onRetry}>
        <FormattedMessage id="action.retry" />
      </Button>
      <Button onClick={() => location.reload()}>
        <FormattedMessage id="action.reload" />
      </Button>
      <Button variant="ghost" icon={<ArrowLeft size={20} aria-hidden />} onClick={goBack}>
        <FormattedMessage id="action.back" />
      </Button>
    </LetterPage>
  );
}

type NetProps = { pathname: string; children: ReactNode };
type NetState = { pathname: string; hasFailed: boolean };

class Net extends Component<NetProps, NetState> {
  override state = { pathname: this.props.pathname, hasFailed: false };

  static getDerivedStateFromError(): Partial<NetState> {
    return { hasFailed: true };
  }

  static getDerivedStateFromProps({ pathname }: NetProps, state: NetState): NetState | null {
    return pathname === state.pathname ? null : { pathname, hasFailed: false };
  }

  retry(): void {
    forgetFailures();
    this.setState({ hasFailed: false }, followHeadline); // the button that was pressed is gone
  }

  override render() {
    if (!this.state.hasFailed) return this.props.children;
    return <ErrorPage onRetry={() => this.retry()} />;
  }
}

/** Catches every render error below. A navigation tries again, and so does a button. */
export function ErrorScreen({ children }: { children: ReactNode }) {
  const { pathname } = useLocation();
  return <Net pathname={pathname}>{children}</Net>;
}
