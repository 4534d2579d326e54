import { use, type ReactNode } from 'react';
import { FormattedMessage, useIntl } from 'react-intl';
import { Link } from 'react-router-dom';
import { hasReason, isFinal } from '#src/api/client/errors.ts';
import { useErrorText } from '#src/api/client/useErrorText.ts';
import { usersApi } from '#src/api/access/users.ts';
import { AccessPageContext } from '#src/forms/accessPageData.ts';
import { FormFooter } from '#src/forms/FormFooter.tsx';
import { HomeMark } from '#src/forms/HomeMark.tsx';
import { paths } from '#src/routing/paths.ts';
import type { RouteMatch } from '#src/routing/routes.ts';
import { usePageTitle } from '#src/routing/usePageTitle.ts';
import { Button } from '#src/ui/Button.tsx';
import { Illustration } from '#src/ui/Illustration.tsx';
import { LetterPage } from '#src/ui/Page.tsx';
import { WrappedText } from '#src/ui/WrappedText.tsx';

/** Page for links with a missing, invalid or expired key, or one that cannot be checked now. */
export function ForbiddenPage({
  languageChoice,
  route: {
    params: { hashUserKey = '' },
  },
}: {
  languageChoice: ReactNode;
  route: Pick<RouteMatch, 'params'>;
}) {
  const intl = useIntl();
  const errorText = useErrorText();
  const { error } = usersApi.endpoints.getInvitation.useQueryState({ params: { hashUserKey } });
  const { refusal } = use(AccessPageContext) ?? {}; // of the server's page
  const isExpired = refusal === 'linkExpired' || hasReason(error, 'linkExpired');
  const mayWorkLater = error !== undefined && !isFinal(error);
  const title = intl.formatMessage({
    id: isExpired
      ? 'forbidden.expired'
      : mayWorkLater
        ? 'forbidden.unreachable'
        : 'ForbiddenAccess',
  });
  usePageTitle(title);
  return (
    <LetterPage
      title={title}
      logo={<HomeMark />}
      illustration={<Illustration subject="key" />}
      languageChoice={languageChoice}
      footer={<FormFooter />}
    >
      {mayWorkLater && <p>{errorText(error)}</p>}
      {mayWorkLater && (
        <Button variant="primary" onClick={() => location.reload()}>
          <FormattedMessage id="action.reload" />
        </Button>
      )}
      {!mayWorkLater && (
        <p>
          {isExpired ? (
            <FormattedMessage id="forbidden.expired.text" />
          ) : (
            <WrappedText>
              <FormattedMessage id="LinkInvalid" /> <FormattedMessage id="forbidden.text" />
            </WrappedText>
          )}
        </p>
      )}
      <Link to={paths.base()}>
        <FormattedMessage id="notFound.back" />
      </Link>
    </LetterPage>
  );
}
