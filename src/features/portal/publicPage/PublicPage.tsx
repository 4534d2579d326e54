import type { ReactNode } from 'react';
import { FormattedMessage, useIntl } from 'react-intl';
import { useGetPublicInfoQuery, useResolveAccountKeyQuery } from '#src/api/accounts/accounts.ts';
import { hasReason } from '#src/api/client/errors.ts';
import { useErrorText } from '#src/api/client/useErrorText.ts';
import { FormFooter } from '#src/forms/FormFooter.tsx';
import type { RouteMatch } from '#src/routing/routes.ts';
import { Button } from '#src/ui/Button.tsx';
import { Illustration } from '#src/ui/Illustration.tsx';
import { LetterPage } from '#src/ui/Page.tsx';
import { LandingPage } from './LandingPage.tsx';

/** Loads the public page of a provider; 404 for an unknown one. */
export function PublicPage({
  route,
  languageChoice,
  notFound,
}: {
  route: RouteMatch;
  languageChoice: ReactNode;
  notFound: ReactNode;
}) {
  const intl = useIntl();
  const errorText = useErrorText();
  const known = useResolveAccountKeyQuery({
    params: { identify: route.params['accountIdentity'] ?? '' },
  });
  const info = useGetPublicInfoQuery(
    { params: { id: known.data?.accountId ?? '' } },
    { skip: !known.data },
  );
  const error = known.error ?? info.error;
  if (hasReason(error, 'notFound')) return notFound;
  if (error) {
    return (
      <LetterPage
        title={intl.formatMessage({ id: 'landing.unreachable' })}
        illustration={<Illustration subject="letter" />}
        languageChoice={languageChoice}
        footer={<FormFooter />}
      >
        <p>{errorText(error)}</p>
        <Button
          variant="primary"
          onClick={() => void (known.error ? known.refetch() : info.refetch())}
        >
          <FormattedMessage id="action.retry" />
        </Button>
      </LetterPage>
    );
  }
  return info.data ? <LandingPage account={info.data} languageChoice={languageChoice} /> : null;
}
