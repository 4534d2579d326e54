import { styled } from '@linaria/react';
import { Suspense, type ReactNode } from 'react';
import { useListAccountsQuery } from '#src/api/accounts/accounts.ts';
import { LegalLinks } from '#src/forms/LegalLinks.tsx';
import { Frame } from './Frame.ts';
import { MainMenu, type MainMenuProps } from './MainMenu.tsx';
import { PageSkeleton } from './PageSkeleton.tsx';
import { UpdateNotice } from './UpdateNotice.tsx';

/** Legal links below the page, because the phone's bar has no room for them. */
const Legal = styled.footer`
  display: none;
  flex-wrap: wrap;
  gap: var(--s-2) var(--s-5);
  padding: var(--s-5) var(--gutter);
  font-size: var(--text-sm);
  a {
    min-height: 2rem;
    color: var(--muted);
    line-height: 2rem;
  }
  div:has([data-loading]) > &,
  div:not(:has(main)) > & {
    visibility: hidden;
  } /* what is loading will move it */
  @media (max-width: 767px) {
    display: flex;
    [data-deep] & {
      display: none;
    }
  }
  @media print {
    display: none;
  }
`;

type PortalShellProps = Omit<MainMenuProps, 'onlyAccountId'> & { children: ReactNode };

/** Frame of every page after the login. */
export function PortalShell({ children, ...menu }: PortalShellProps) {
  const accounts = useListAccountsQuery().data?.accounts ?? [];
  const onlyAccountId = accounts.length === 1 ? accounts[0]?.id : undefined;
  return (
    <Frame data-deep={menu.here === 'selectedCase' ? '' : undefined}>
      <MainMenu {...menu} onlyAccountId={onlyAccountId} />
      <div>
        <UpdateNotice />
        <Suspense fallback={<PageSkeleton />}>{children}</Suspense>
        <Legal>
          <LegalLinks accountId={onlyAccountId} />
        </Legal>
      </div>
    </Frame>
  );
}
