import { use, useEffect, useMemo, useState, type ReactNode } from 'react';
import { IntlProvider, useIntl } from 'react-intl';
import type { Language } from '#schemas/platform/common.ts';
import { useGetPublicInfoQuery } from '#src/api/accounts/accounts.ts';
import { useKnownInvitation } from '#src/api/access/users.ts';
import { useUser } from '#src/api/client/useUser.ts';
import { findBrand, type BrandEntry } from '#src/brands/brand.ts';
import { FirstBrandContext, type ShownBrand } from '#src/brands/firstBrand.ts';
import { loadBrand } from '#src/brands/loadBrand.ts';
import { brands } from '#src/brands/registry.ts';
import { useLanguage } from '#src/locale/useLanguage.ts';
import { applyTheme } from '#src/brands/colors.ts';
import { FooterLinksContext } from '#src/brands/footerLinks.ts';
import { routes, type RouteMatch } from '#src/routing/routes.ts';
import { useHeadLink } from '#src/routing/headLinks.ts';
import { MarkContext } from '#src/ui/markContext.ts';
import { WrappedText } from '#src/ui/WrappedText.tsx';

type Shown = ShownBrand;
type Loaded = { of: BrandEntry; language: Language; shown: Shown | undefined };

/** Returns the brand of the customer whose portal this is, or undefined. */
export function useBrand({
  name,
  params: { accountIdentity, hashUserKey, accountId },
}: RouteMatch): Shown | 'loading' | undefined {
  // the guards redirect a user who is logged in
  const isOnWayIn = ['guest', 'byKey'].includes(routes[name].access);
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
  // absent in sessions stored by an earlier version
  const ofClient = isOnWayIn ? [] : (user?.uniqueAccountKeys ?? []);
  const first = use(FirstBrandContext);
  const host = globalThis.location?.hostname ?? first?.host ?? '';
  const entry = findBrand(brands, { host, ofPage, ofClient });
  const [loaded, setLoaded] = useState<Loaded | undefined>(
    first && { of: first.entry, language: first.language, shown: first.shown },
  );
  const isLoaded = loaded?.of === entry && loaded?.language === language;

  useEffect(() => {
    if (!entry || isLoaded) return undefined;
    let isLatest = true;
    void loadBrand(entry, language)
      .catch(() => undefined) // a failed load falls back to the portal's own look
      .then((shown) => {
        if (isLatest) setLoaded({ of: entry, language, shown });
      });
    return () => {
      isLatest = false;
    };
  }, [entry, language, isLoaded]);

  // After an error the page asks again. To remove the page for that would mount it again, endlessly.
  if (writer.isFetching && !writer.currentData && !writer.error) return 'loading';
  if (!entry) return undefined;
  return loaded?.of === entry ? loaded.shown : 'loading';
}

/** Applies a customer's brand. The tree is the same without one, so that nothing below remounts. */
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
    <IntlProvider
      locale={intl.locale}
      messages={messages}
      onError={intl.onError}
      textComponent={WrappedText}
    >
      <MarkContext value={brand?.logo}>
        <FooterLinksContext value={brand?.footerLinks ?? []}>{children}</FooterLinksContext>
      </MarkContext>
    </IntlProvider>
  );
}
