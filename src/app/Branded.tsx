import { useEffect, useMemo, useState, type ReactNode } from 'react';
import { IntlProvider, useIntl, type MessageFormatElement } from 'react-intl';
import { useGetPublicInfoQuery } from '#src/api/accounts.ts';
import { useKnownInvitation } from '#src/api/users.ts';
import { useUser } from '#src/api/useUser.ts';
import { brandFor, type Brand } from '#src/brands/brand.ts';
import { brands } from '#src/brands/registry.ts';
import { useLanguage } from '#src/features/locale/slice.ts';
import { applyTheme } from '#src/lib/brand.ts';
import { FooterLinks } from '#src/lib/footerLinks.ts';
import { routes, type Place } from '#src/lib/routes.ts';
import { useHeadLink } from '#src/lib/headLinks.ts';
import { MarkContext } from '#src/ui/markContext.ts';

type Texts = Record<string, MessageFormatElement[]>;
/** A customer's brand, with its texts in the chosen language. */
type Shown = { brand: Brand; texts: Texts };

/** The customer whose portal this is, where it is one's. */
export function useBrand({
  name,
  params: { accountIdentity, hashUserKey, accountId },
}: Place): Shown | 'loading' | undefined {
  const isOnWayIn = ['guest', 'byKey'].includes(routes[name].access); // nobody stays there who is logged in
  const user = useUser();
  const language = useLanguage();
  const writer = useGetPublicInfoQuery(
    { params: { id: accountId ?? '' } },
    { skip: name !== 'legalText' || accountId === undefined },
  );
  const ofPage =
    useKnownInvitation(hashUserKey)?.uniqueAccountKey ??
    accountIdentity ??
    writer.currentData?.accountUniqueKey;
  const ofClient = isOnWayIn ? [] : (user?.uniqueAccountKeys ?? []); // logins kept by an earlier version do not tell
  const entry = brandFor(brands, { host: location.hostname, ofPage, ofClient });
  const [loaded, setLoaded] = useState<{ of: typeof entry; shown: Shown | undefined }>();

  useEffect(() => {
    let isLatest = true;
    void entry
      ?.load()
      .then(async ({ brand }) => {
        const texts = (await brand.texts[language]()).default as Texts; // the build has parsed them
        if (isLatest) setLoaded({ of: entry, shown: { brand, texts } });
      })
      .catch(() => {
        if (isLatest) setLoaded({ of: entry, shown: undefined });
      }); // better the portal's own look than no portal
    return () => {
      isLatest = false;
    };
  }, [entry, language]);

  if (writer.isFetching && !writer.currentData) return 'loading';
  if (!entry) return undefined;
  return loaded?.of === entry ? loaded.shown : 'loading';
}

/** Lends the page what a customer has its own of. Wraps in the same way without one, so that nothing below begins anew. */
export function Branded({ shown, children }: { shown: Shown | undefined; children: ReactNode }) {
  const intl = useIntl();
  const brand = shown?.brand;
  useEffect(() => {
    if (!brand) return undefined;
    const { style } = document.documentElement;
    const fonts = Object.entries(brand.fonts);
    for (const [kind, family] of fonts) style.setProperty(`--font-${kind}`, family);
    const takeBack = applyTheme(brand.colors);
    return () => {
      takeBack();
      for (const [kind] of fonts) style.removeProperty(`--font-${kind}`);
    };
  }, [brand]);
  useHeadLink('icon', brand?.logo);
  useHeadLink('manifest', brand?.installed.manifest);
  useHeadLink('apple-touch-icon', brand?.installed.touchIcon);
  const messages = useMemo(() => ({ ...intl.messages, ...shown?.texts }), [intl.messages, shown]);
  return (
    <IntlProvider locale={intl.locale} messages={messages} onError={intl.onError}>
      <MarkContext value={brand?.logo}>
        <FooterLinks value={brand?.footerLinks ?? []}>{children}</FooterLinks>
      </MarkContext>
    </IntlProvider>
  );
}
