import { useCallback, useEffect, type ReactNode } from 'react';
import { FormattedMessage, useIntl } from 'react-intl';
import { Navigate } from 'react-router-dom';
import { getPublicInfo, resolveAccountKey } from '#schemas/accounts/accounts.ts';
import type { FormProvider, UnsentAnswers as Unsent } from '#schemas/forms/assistants.ts';
import { localize } from '#schemas/platform/common.ts';
import { fetchReply } from '#src/api/client/call.ts';
import { useReply } from '#src/api/client/useReply.ts';
import { applyTheme } from '#src/brands/colors.ts';
import { endStoredDraft } from '#src/device/indexedDb/draftStorage.ts';
import { FormFooter } from '#src/forms/FormFooter.tsx';
import { ProviderLogo } from '#src/forms/ProviderLogo.tsx';
import { UnsentAnswers } from '#src/forms/sheet/UnsentAnswers.tsx';
import { useMoment } from '#src/locale/useMoment.ts';
import { useShownLanguage } from '#src/locale/useShownLanguage.ts';
import { getIconUrl, useHeadLink } from '#src/routing/headLinks.ts';
import { usePageTitle } from '#src/routing/usePageTitle.ts';
import { Illustration } from '#src/ui/Illustration.tsx';
import { Note } from '#src/ui/Note.tsx';
import { LetterPage } from '#src/ui/Page.tsx';
import { wrapText } from '#src/ui/WrappedText.tsx';
import type { FormLink } from './links.ts';
import { ProviderContact } from './ProviderContact.tsx';
import type { AnsweredElsewhere } from './unsent.ts';
import { useEmbeddedAnswered } from './useExternalForm.ts';
import { useKeptReceipt } from './useKeptReceipt.ts';

type AnsweredProps = {
  link: FormLink;
  languageChoice: ReactNode;
  answered: AnsweredElsewhere;
  /** Called when the unsent answers of this device are deleted. */
  onDiscarded: () => void;
};

/** A form that was answered: the visitor's own answers, the receipt of this device, or a notice. */
export function Answered({ link, answered, onDiscarded, ...page }: AnsweredProps) {
  const sent = useKeptReceipt(link.form);
  const embedded = useEmbeddedAnswered(link);
  const loaded = useProvider(link, answered.provider === undefined && embedded === undefined);
  const discard = () => void endStoredDraft(link.form).then(onDiscarded);
  const shown = {
    ...page,
    provider: answered.provider ?? embedded?.answered ?? loaded,
    submittedAt: answered.submittedAt ?? embedded?.answered.submittedAt,
  };
  if (answered.unsent)
    return (
      <AnsweredPage {...shown} unsent={answered.unsent}>
        <UnsentAnswers unsent={answered.unsent} onDiscard={discard} />
      </AnsweredPage>
    );
  if (embedded?.unsent)
    return (
      <AnsweredPage {...shown} unsent={embedded.unsent}>
        <UnsentAnswers unsent={embedded.unsent} />
        {link.isForMany && (
          <a href={link.here} data-on-screen>
            <FormattedMessage id="succeed.again" />
          </a>
        )}
      </AnsweredPage>
    );
  if (sent === 'loading' && !embedded) return null;
  return typeof sent === 'object' ? (
    <Navigate to={link.succeed} replace state={sent} />
  ) : (
    <AnsweredPage {...shown} />
  );
}

/** Loads the provider of the address; undefined until then, and if it is not wanted. */
function useProvider({ accountIdentity }: FormLink, isWanted: boolean): FormProvider | undefined {
  const load = useCallback(async (): Promise<FormProvider> => {
    const params = { identify: accountIdentity ?? '' };
    const { accountId } = await fetchReply(resolveAccountKey, { params });
    const info = await fetchReply(getPublicInfo, { params: { id: accountId } });
    const { accountName, contact, primaryColor, secondaryColor, primaryLogoUrl } = info;
    const theme = { primaryColor, secondaryColor };
    return { accountId, accountName, contact, theme, headerLogoUrl: primaryLogoUrl };
  }, [accountIdentity]);
  return useReply(isWanted && accountIdentity !== undefined ? load : undefined).data;
}

type AnsweredPageProps = Pick<AnsweredProps, 'languageChoice'> & {
  provider: FormProvider | undefined;
  submittedAt: string | undefined;
  unsent?: Unsent;
  /** The unsent answers. */
  children?: ReactNode;
};

/** A form that was answered elsewhere, with its provider to ask. */
function AnsweredPage({
  provider,
  submittedAt,
  unsent,
  children,
  languageChoice,
}: AnsweredPageProps) {
  const intl = useIntl();
  const language = useShownLanguage();
  const moment = useMoment();
  const hasUnsent = unsent !== undefined;
  const { accountId = '', accountName, headerLogoUrl = null, theme, contact } = provider ?? {};
  const title = intl.formatMessage({ id: hasUnsent ? 'unsent.title' : 'succeed.before.title' });
  usePageTitle([title, accountName].filter(Boolean).join(' – '));
  useEffect(() => (theme ? applyTheme(theme) : undefined), [theme]);
  useHeadLink('icon', accountId && getIconUrl(headerLogoUrl, accountId));
  useEffect(() => {
    if (hasUnsent) document.querySelector<HTMLElement>('main h1')?.focus();
  }, [hasUnsent]); // the form had the focus and was removed
  return (
    <LetterPage
      title={title}
      illustration={<Illustration subject="letter" />}
      logo={accountName && <ProviderLogo name={accountName} src={headerLogoUrl} />}
      languageChoice={languageChoice}
      footer={<FormFooter accountId={accountId} />}
    >
      {unsent ? (
        <Note tone="warning" role="alert">
          <p>
            <FormattedMessage id="unsent.text" />
          </p>
        </Note>
      ) : (
        <AnsweredText name={accountName} />
      )}
      {submittedAt !== undefined && (
        <p>
          <FormattedMessage
            id="externalRequest.answeredAt"
            values={{
              at: (
                <time key="at" dateTime={submittedAt}>
                  {moment(submittedAt)}
                </time>
              ),
            }}
          />
        </p>
      )}
      {contact && <ProviderContact name={accountName ?? ''} contact={contact} />}
      {unsent && <h2>{localize(unsent.formElement.title, language)}</h2>}
      {wrapText(children)}
    </LetterPage>
  );
}

function AnsweredText({ name }: { name: string | undefined }) {
  return (
    <p>
      {name ? (
        <FormattedMessage id="externalRequest.answeredFor" values={{ name }} />
      ) : (
        <FormattedMessage id="externalRequest.answered" />
      )}
    </p>
  );
}
