import { useEffect, type ReactNode } from 'react';
import { FormattedMessage, useIntl } from 'react-intl';
import type { ClosedForm } from '#schemas/forms/assistants.ts';
import {
  findOtherLanguage,
  hasWords,
  localize,
  type LocalizedText,
} from '#schemas/platform/common.ts';
import { applyTheme } from '#src/brands/colors.ts';
import { FormFooter } from '#src/forms/FormFooter.tsx';
import { ProviderLogo } from '#src/forms/ProviderLogo.tsx';
import { useShownLanguage } from '#src/locale/useShownLanguage.ts';
import { getIconUrl, useHeadLink } from '#src/routing/headLinks.ts';
import { usePageTitle } from '#src/routing/usePageTitle.ts';
import { Illustration } from '#src/ui/Illustration.tsx';
import { Markdown } from '#src/ui/Markdown.tsx';
import { LetterPage } from '#src/ui/Page.tsx';
import { ProviderContact } from './ProviderContact.tsx';

/** A closed form without its provider is one whose page has no data of it. */
export type ClosedNotice = Pick<ClosedForm, 'text'> & Partial<ClosedForm>;

type ClosedPageProps = { closed: ClosedNotice; languageChoice: ReactNode };

/** Replaces a closed form: the words of its provider, and whom to ask. */
export function ClosedPage({ closed, languageChoice }: ClosedPageProps) {
  const { accountId = '', accountName, headerLogoUrl = null, theme, title, text, contact } = closed;
  const intl = useIntl();
  const language = useShownLanguage();
  const heading = intl.formatMessage({ id: 'closed.title' });
  const name = title ? localize(title, language) : undefined;
  usePageTitle([name ?? heading, accountName].filter(Boolean).join(' – '));
  useEffect(() => (theme ? applyTheme(theme) : undefined), [theme]);
  useHeadLink('icon', accountId && getIconUrl(headerLogoUrl, accountId));
  return (
    <LetterPage
      title={heading}
      {...(name ? { pill: name } : {})}
      illustration={<Illustration subject="letter" />}
      logo={accountName && <ProviderLogo name={accountName} src={headerLogoUrl} />}
      languageChoice={languageChoice}
      footer={<FormFooter accountId={accountId} />}
    >
      <ClosedText text={text} accountName={accountName} />
      {contact && <ProviderContact name={accountName ?? ''} contact={contact} />}
    </LetterPage>
  );
}

type ClosedTextProps = { text: LocalizedText | null; accountName: string | undefined };

function ClosedText({ text, accountName }: ClosedTextProps) {
  const language = useShownLanguage();
  const words = localize(text ?? '', language);
  if (hasWords(words))
    return (
      <div lang={findOtherLanguage(text ?? '', language)}>
        <Markdown text={words} />
      </div>
    );
  return (
    <p>
      {accountName ? (
        <FormattedMessage id="closed.textOf" values={{ name: accountName }} />
      ) : (
        <FormattedMessage id="closed.text" />
      )}
    </p>
  );
}
