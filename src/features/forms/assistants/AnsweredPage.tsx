import { useCallback, type ReactNode } from 'react';
import { FormattedMessage, useIntl } from 'react-intl';
import { Navigate } from 'react-router-dom';
import { getPublicInfo, resolveAccountKey } from '#schemas/accounts/accounts.ts';
import type { AnsweredRequest } from '#schemas/forms/assistants.ts';
import { fetchReply } from '#src/api/client/call.ts';
import { useReply } from '#src/api/client/useReply.ts';
import { FormFooter } from '#src/forms/FormFooter.tsx';
import { ProviderLogo } from '#src/forms/ProviderLogo.tsx';
import { usePageTitle } from '#src/routing/usePageTitle.ts';
import { Illustration } from '#src/ui/Illustration.tsx';
import { LetterPage } from '#src/ui/Page.tsx';
import { PhoneLink } from '#src/ui/PhoneLink.tsx';
import type { FormLink } from './links.ts';
import { useEmbeddedAnswered } from './useExternalForm.ts';
import { useKeptReceipt } from './useKeptReceipt.ts';

type AnsweredProps = { link: FormLink; languageChoice: ReactNode };

/** An external request that was answered: the receipt of this device, or a notice. */
export function Answered({ link, languageChoice }: AnsweredProps) {
  const sent = useKeptReceipt(link.form);
  const embedded = useEmbeddedAnswered(link);
  if (sent === 'loading' && !embedded) return null;
  return typeof sent === 'object' ? (
    <Navigate to={link.succeed} replace state={sent} />
  ) : (
    <AnsweredPage link={link} languageChoice={languageChoice} />
  );
}

/** Returns the provider of the document, or loads that of the address; undefined until then. */
function useProvider(link: FormLink): AnsweredRequest | undefined {
  const { accountIdentity } = link;
  const embedded = useEmbeddedAnswered(link);
  const load = useCallback(async (): Promise<AnsweredRequest> => {
    const params = { identify: accountIdentity ?? '' };
    const { accountId } = await fetchReply(resolveAccountKey, { params });
    const info = await fetchReply(getPublicInfo, { params: { id: accountId } });
    return { ...info, headerLogoUrl: info.primaryLogoUrl };
  }, [accountIdentity]);
  const isLoaded = embedded === undefined && accountIdentity !== undefined;
  return useReply(isLoaded ? load : undefined).data ?? embedded;
}

/** An external request that was answered on another device, with the provider to ask. */
function AnsweredPage({ link, languageChoice }: AnsweredProps) {
  const intl = useIntl();
  const provider = useProvider(link);
  const title = intl.formatMessage({ id: 'succeed.before.title' });
  usePageTitle(provider ? `${title} – ${provider.accountName}` : title);
  return (
    <LetterPage
      title={title}
      illustration={<Illustration subject="letter" />}
      logo={provider && <ProviderLogo name={provider.accountName} src={provider.headerLogoUrl} />}
      languageChoice={languageChoice}
      footer={<FormFooter accountId={provider?.accountId ?? ''} />}
    >
      <p>
        {provider ? (
          <FormattedMessage
            id="externalRequest.answeredFor"
            values={{ name: provider.accountName }}
          />
        ) : (
          <FormattedMessage id="externalRequest.answered" />
        )}
      </p>
      {provider?.contact.contact && (
        <p>
          <PhoneLink phone={provider.contact.contact} size={18} />
        </p>
      )}
    </LetterPage>
  );
}
