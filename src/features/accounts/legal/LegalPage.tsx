import { styled } from '@linaria/react';
import type { ReactNode } from 'react';
import { FormattedMessage, useIntl } from 'react-intl';
import { Link } from 'react-router-dom';
import { legalTextNames, type LegalTextName } from '#schemas/accounts/legalTexts.ts';
import { useGetPublicInfoQuery } from '#src/api/accounts/accounts.ts';
import { hasReason } from '#src/api/client/errors.ts';
import { useGetLegalTextQuery } from '#src/api/accounts/legalTexts.ts';
import { Failure, Loading } from '#src/forms/Failure.tsx';
import { FormFooter } from '#src/forms/FormFooter.tsx';
import { HomeMark } from '#src/forms/HomeMark.tsx';
import { ProviderLogo } from '#src/forms/ProviderLogo.tsx';
import { paths } from '#src/routing/paths.ts';
import type { RouteMatch } from '#src/routing/routes.ts';
import { usePageTitle } from '#src/routing/usePageTitle.ts';
import { useShownLanguage } from '#src/locale/useShownLanguage.ts';
import { Markdown } from '#src/ui/Markdown.tsx';
import { LetterPage } from '#src/ui/Page.tsx';

const Texts = styled.nav`
  margin-bottom: var(--s-4);
  ul {
    display: flex;
    flex-wrap: wrap;
    gap: var(--s-2) var(--s-5);
    list-style: none;
    font-size: var(--text-sm);
  }
  a {
    display: inline-block;
    min-height: 2rem;
    line-height: 2rem;
  }
  a[aria-current] {
    color: var(--text);
    font-weight: var(--fw-strong);
    text-decoration: none;
  }
  @media print {
    display: none;
  }
`;

const labels = {
  imprint: 'legal.imprint',
  privacy: 'legal.privacy',
  terms: 'legal.terms',
  accessibility: 'legal.accessibility',
} as const;

/** Imprint, privacy notice, terms or accessibility statement of an account or the operator. */
export function LegalPage({
  languageChoice,
  notFound,
  route: {
    params: { legalText, accountId },
  },
}: {
  languageChoice: ReactNode;
  notFound: ReactNode;
  route: RouteMatch;
}) {
  const name = legalTextNames.find((each) => each === legalText);
  return name ? (
    <LegalText
      key={name}
      name={name}
      accountId={accountId}
      languageChoice={languageChoice}
      notFound={notFound}
    />
  ) : (
    notFound
  );
}

/** A legal text, and links to the others. */
function LegalText({
  name,
  accountId,
  languageChoice,
  notFound,
}: {
  name: LegalTextName;
  accountId: string | undefined;
  languageChoice: ReactNode;
  notFound: ReactNode;
}) {
  const intl = useIntl();
  const language = useShownLanguage();
  const {
    currentData: data,
    error,
    isFetching,
    refetch,
  } = useGetLegalTextQuery({
    params: { legalText: name },
    query: accountId === undefined ? {} : { accountId },
    language,
  });
  const { currentData: provider } = useGetPublicInfoQuery(
    { params: { id: accountId ?? '' } },
    { skip: accountId === undefined },
  ); // before rendering, because the brand depends on it
  const title = intl.formatMessage({ id: labels[name] });
  usePageTitle(title);
  if (hasReason(error, 'notFound') || hasReason(error, 'invalidInput')) return notFound;
  return (
    <LetterPage
      title={title}
      logo={
        provider ? (
          <ProviderLogo name={provider.accountName} src={provider.primaryLogoUrl} />
        ) : (
          <HomeMark />
        )
      }
      languageChoice={languageChoice}
      footer={<FormFooter hasLegalLinks={false} />}
    >
      <TextLinks name={name} accountId={accountId} />
      {isFetching && !data && <Loading />}
      {error && !isFetching && <Failure error={error} retry={refetch} />}
      {data && <Markdown text={data.text} />}
    </LetterPage>
  );
}

function TextLinks({ name, accountId }: { name: LegalTextName; accountId: string | undefined }) {
  const intl = useIntl();
  return (
    <Texts aria-label={intl.formatMessage({ id: 'legal.all' })}>
      <ul>
        {legalTextNames.map((each) => (
          <li key={each}>
            <Link
              to={paths.legalText(each, accountId)}
              aria-current={each === name ? 'page' : undefined}
            >
              <FormattedMessage id={labels[each]} />
            </Link>
          </li>
        ))}
      </ul>
    </Texts>
  );
}
