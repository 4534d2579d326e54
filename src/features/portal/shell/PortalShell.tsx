import { styled } from '@linaria/react';
import { Suspense, type ReactNode } from 'react';
import { useListAccountsQuery } from '#src/api/accounts/accounts.ts';
import { LegalLinks } from '#src/forms/LegalLinks.tsx';
import { MainMenu, type MainMenuProps } from './MainMenu.tsx';
import { UpdateNotice } from './UpdateNotice.tsx';

const Frame = styled.div`
  display: grid;
  grid-template-columns: 6rem minmax(0, 1fr);
  min-height: 100dvh;
  > div {
    --shell-top: 0.8rem;
    padding-top: var(--shell-top);
  }
  @media (max-width: 767px) {
    > div {
      --shell-top: var(--s-4);
    }
    grid-template-columns: minmax(0, 1fr);
    padding-bottom: calc(4rem + env(safe-area-inset-bottom));
  }
  @media (max-width: 767px) {
    &[data-deep] {
      padding-bottom: env(safe-area-inset-bottom);
    }
    &[data-deep] > nav {
      display: none;
    }
    &[data-deep] > div {
      padding-top: 0;
    }
  } /* a case fills the page and has its own back link */
  @media print {
    display: block;
  }
`;

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
        <Suspense>{children}</Suspense>
        <Legal>
          <LegalLinks accountId={onlyAccountId} />
        </Legal>
      </div>
    </Frame>
  );
}
