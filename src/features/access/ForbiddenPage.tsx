import type { ReactNode } from 'react';
import { FormattedMessage, useIntl } from 'react-intl';
import { Link } from 'react-router-dom';
import { failedWith, isFinal, toUserMessage } from '#src/api/errors.ts';
import { usersApi } from '#src/api/users.ts';
import { FormFooter } from '#src/forms/FormFooter.tsx';
import { HomeMark } from '#src/forms/HomeMark.tsx';
import { paths } from '#src/lib/paths.ts';
import type { Place } from '#src/lib/routes.ts';
import { usePageTitle } from '#src/lib/usePageTitle.ts';
import { Button } from '#src/ui/Button.tsx';
import { Illustration } from '#src/ui/Illustration.tsx';
import { LetterPage } from '#src/ui/Page.tsx';

/** A link without a key, with one that does not work or has had its time, or one that nobody can look up just now. */
export function ForbiddenPage({
  languageChoice,
  place: {
    params: { hashUserKey = '' },
  },
}: {
  languageChoice: ReactNode;
  place: Pick<Place, 'params'>;
}) {
  const intl = useIntl();
  const { error } = usersApi.endpoints.getInvitation.useQueryState({ params: { hashUserKey } });
  const mayWorkLater = error !== undefined && !isFinal(error);
  const title = intl.formatMessage({
    id: failedWith(error, 'linkExpired')
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
      {mayWorkLater && <p>{toUserMessage(error, (id) => intl.formatMessage({ id }))}</p>}
      {mayWorkLater && (
        <Button variant="primary" onClick={() => location.reload()}>
          <FormattedMessage id="action.reload" />
        </Button>
      )}
      {!mayWorkLater && (
        <p>
          {failedWith(error, 'linkExpired') ? (
            <FormattedMessage id="forbidden.expired.text" />
          ) : (
            <>
              <FormattedMessage id="LinkInvalid" /> <FormattedMessage id="forbidden.text" />
            </>
          )}
        </p>
      )}
      <Link to={paths.base()}>
        <FormattedMessage id="notFound.back" />
      </Link>
    </LetterPage>
  );
}
