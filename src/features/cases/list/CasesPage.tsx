import { styled } from '@linaria/react';
import { Suspense } from 'react';
import { FormattedMessage, useIntl } from 'react-intl';
import { useSearchParams } from 'react-router-dom';
import { fileParam } from '#src/routing/paths.ts';
import type { RouteMatch } from '#src/routing/routes.ts';
import { usePortalTitle } from '#src/api/accounts/usePortalTitle.ts';
import { FolderOpen } from '#src/ui/portalIcons.ts';
import { CaseList } from './CaseList.tsx';
import { CasePane } from '#src/features/cases/case/CasePane.tsx';
import { useCaseView } from '#src/features/cases/caseView.ts';
import { lazyPart } from '#src/loading/lazyPart.ts';

const CaseGallery = lazyPart(
  async () => (await import('#src/gallery/CaseGallery.tsx')).CaseGallery,
);

const Split = styled.main`
  display: grid;
  grid-template-columns: minmax(17rem, 25%) minmax(0, 1fr);
  height: calc(100dvh - var(--shell-top) - var(--consent-height, 0px));
  min-height: 24rem;
  @media (max-width: 1023px) {
    grid-template-columns: 30% minmax(0, 1fr);
  }
  @media (max-width: 767px) {
    grid-template-columns: minmax(0, 1fr);
    height: calc(100dvh - 5rem - env(safe-area-inset-bottom) - var(--consent-height, 0px));
    &[data-selected] {
      height: calc(100dvh - var(--consent-height, 0px));
    }
    &[data-selected] > :first-child,
    &:not([data-selected]) > :last-child {
      display: none;
    }
  }
  @media print {
    display: block;
    height: auto;
    > :first-child {
      display: none;
    }
  }
`;

const Empty = styled.section`
  display: grid;
  place-content: center;
  justify-items: center;
  gap: var(--s-3);
  margin: 0 0.75rem 0.75rem 0;
  padding: var(--s-6);
  color: var(--muted);
  text-align: center;
  border: 1px dashed var(--border-strong);
  border-radius: var(--r-lg);
`;

function NoCase() {
  const intl = useIntl();
  usePortalTitle(intl.formatMessage({ id: 'cases.title' }));
  return (
    <Empty>
      <FolderOpen size={40} aria-hidden />
      <p>
        <FormattedMessage id="cases.select" />
      </p>
    </Empty>
  );
}

type CasesPageProps = {
  route: Pick<RouteMatch, 'params'>;
  /** A customer's plugin shows tasks and messages only. */
  hasBrand: boolean;
};

/** /akten: the list of cases, the open case beside it, and the open file over both. */
export function CasesPage({ route: { params }, hasBrand }: CasesPageProps) {
  const { akteIdHash: akte, accountId: acc } = params;
  const { folder } = useCaseView();
  const [query] = useSearchParams();
  const fileId = query.get(fileParam);
  const isCaseOpen = akte !== undefined && acc !== undefined;
  return (
    <>
      <Split id="content" data-selected={isCaseOpen ? '' : undefined}>
        <CaseList selectedId={akte} folder={folder} />
        {isCaseOpen ? (
          <CasePane key={akte} acc={acc} akte={akte} hasPlugin={hasBrand} />
        ) : (
          <NoCase />
        )}
      </Split>
      {isCaseOpen && fileId !== null && (
        <Suspense>
          <CaseGallery acc={acc} akte={akte} fileId={fileId} />
        </Suspense>
      )}
    </>
  );
}
