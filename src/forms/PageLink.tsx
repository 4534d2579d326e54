import type { ComponentProps } from 'react';
import { Link } from 'react-router-dom';
import { defaultLanguage } from '#schemas/platform/common.ts';
import { useShownLanguage } from '#src/locale/useShownLanguage.ts';
import { formatLanguageLink } from '#src/routing/paths.ts';
import { useIsHydrated } from '#src/ui/useIsHydrated.ts';

/** A link between pages before the login. Without scripts it names the language. */
export function PageLink({ to, ...link }: ComponentProps<typeof Link> & { to: string }) {
  const language = useShownLanguage();
  const hasLanguage = useIsHydrated() || language === defaultLanguage;
  return <Link {...link} to={hasLanguage ? to : to + formatLanguageLink(language)} />;
}
