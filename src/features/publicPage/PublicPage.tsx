import type { ReactNode } from 'react';
import { FormattedMessage, useIntl } from 'react-intl';
import { useGetPublicInfoQuery, useResolveAccountKeyQuery } from '#src/api/accounts.ts';
import { failedWith, toUserMessage } from '#src/api/errors.ts';
import { FormFooter } from '#src/forms/FormFooter.tsx';
import type { Place } from '#src/lib/routes.ts';
import { Button } from '#src/ui/Button.tsx';
import { Illustration } from '#src/ui/Illustration.tsx';
import { LetterPage } from '#src/ui/Page.tsx';
import { LandingPage } from './LandingPage.tsx';

/** The page that everyone may see of a provider; 404 where there is no such provider (product.md §2.3). */
export function PublicPage({
  place,
  languageChoice,
  notFound,
}: {
  place: Place;
  languageChoice: ReactNode;
  notFound: ReactNode;
}) {
  const intl = useIntl();
  const known = useResolveAccountKeyQuery({
    params: { identify: place.params['accountIdentity'] ?? '' },
  });
  const info = useGetPublicInfoQuery(
    { params: { id: known.data?.accountId ?? '' } },
    { skip: !known.data },
  );
  const error = known.error ?? info.error;
  if (failedWith(error, 'notFound')) return notFound;
  if (error) {
    return (
      <LetterPage
        title={intl.formatMessage({ id: 'landing.unreachable' })}
        illustration={<Illustration subject="letter" />}
        languageChoice={languageChoice}
        footer={<FormFooter />}
      >
        <p>{toUserMessage(error, (id) => intl.formatMessage({ id }))}</p>
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
