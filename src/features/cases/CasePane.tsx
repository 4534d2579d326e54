import { styled } from '@linaria/react';
import { type CSSProperties, type ReactNode } from 'react';
import { FormattedMessage, useIntl } from 'react-intl';
import { Link } from 'react-router-dom';
import { canReply, pathToFolder } from '#schemas/cases.rules.ts';
import type { CaseSummary } from '#schemas/cases.ts';
import { useGetCaseQuery } from '#src/api/cases.ts';
import { toUserMessage } from '#src/api/errors.ts';
import { useIsRestrictedPhone } from '#src/api/useIsRestrictedPhone.ts';
import { paths } from '#src/lib/paths.ts';
import { Button, buttonClass } from '#src/ui/Button.tsx';
import { ArrowLeft } from '#src/ui/icons.ts';
import { Note } from '#src/ui/Note.tsx';
import { Breadcrumbs } from './Breadcrumbs.tsx';

const Sheet = styled.section`
  display: grid; grid-template-rows: auto minmax(0, 1fr); min-height: 0; margin: 0 .75rem .75rem 0; background: var(--surface); border: 1px solid var(--border); border-radius: var(--r-lg); box-shadow: var(--shadow-1); overflow: clip;
  > header { padding: var(--s-5) var(--s-6) var(--s-4); border-bottom: 1px solid var(--border); }
  > header > small { display: inline-block; padding-bottom: .3rem; border-bottom: 1px solid var(--border-strong); color: var(--muted); font-size: var(--text-xs); overflow-wrap: anywhere; }
  > header > h1 { margin-top: .65rem; font-size: 1.75rem; overflow-wrap: anywhere; }
  > header > p { margin-top: var(--s-2); color: var(--muted); font-size: var(--text-sm); }
  > header > a { display: none; }
  @media (max-width: 767px) {
    margin: 0; border: 0; border-radius: 0; box-shadow: none;
    > header { padding: var(--s-2) var(--gutter) var(--s-3); }
    > header > a { display: flex; gap: .4rem; align-items: center; width: fit-content; min-height: var(--target-min); color: var(--accent-text); }
    > header > h1 { font-size: var(--text-md); }
  }
  @media print { border: 0; box-shadow: none; display: block; overflow: visible; }
`;
const Body = styled.div`display: grid; min-height: 0; align-content: stretch; > [role='alert'], > [role='status'] { margin: var(--s-6); }`;

type CasePaneProps = {
  acc: string;
  akte: string;
  folder: string | undefined;
  timeline: (place: { acc: string; akte: string; folder?: string }, isOpenForReplies: boolean) => ReactNode;
};

/** The list of cases is not made for a restricted phone (product.md §2.3): there the dashboard is the way back. */
const useWayOut = (): string => (useIsRestrictedPhone() ? paths.dashboard() : paths.cases());

function Head({ shown, folder }: { shown: CaseSummary; folder: string | undefined }) {
  const { accountName, aktenzeichen, header, idHash, accountId } = shown;
  const out = useWayOut();
  const path = folder === undefined ? [] : pathToFolder(shown.folders, folder);
  return (
    <header>
      <Link to={folder === undefined ? out : paths.case(idHash, accountId)}><ArrowLeft size={20} aria-hidden /><FormattedMessage id={folder === undefined ? 'cases.out' : 'cases.backToCase'} /></Link>
      <small>{aktenzeichen ? <FormattedMessage id="cases.reference" values={{ account: accountName, reference: aktenzeichen }} /> : accountName}</small>
      <h1 tabIndex={-1}>{header}</h1>
      {path.length > 0 && <Breadcrumbs shown={shown} path={path} />}
      {shown.serviceAkte && <p><FormattedMessage id={canReply(shown) ? 'cases.service.open' : 'cases.service.readOnly'} /></p>}
    </header>
  );
}

/** One case: what it is about, and its messages. */
export function CasePane({ acc, akte, folder, timeline }: CasePaneProps) {
  const intl = useIntl();
  const out = useWayOut();
  const { data, error, refetch } = useGetCaseQuery({ params: { acc, akte } });
  if (!data) {
    return (
      <Sheet aria-label={intl.formatMessage({ id: 'cases.case' })}>
        <header><h1 tabIndex={-1}><FormattedMessage id="cases.case" /></h1></header>
        <Body>
          {error ? (
            <Note tone="danger" role="alert">
              <p>{toUserMessage(error, (id) => intl.formatMessage({ id }))}</p>
              <Button variant="ghost" onClick={() => void refetch()}><FormattedMessage id="action.retry" /></Button>
              <Link className={buttonClass} to={out}><FormattedMessage id="cases.out" /></Link>
            </Note>
          ) : <p role="status"><FormattedMessage id="app.loading" /></p>}
        </Body>
      </Sheet>
    );
  }
  const isKnownFolder = folder === undefined || pathToFolder(data.folders, folder).length > 0;
  return (
    <Sheet aria-label={data.header} data-brand style={{ '--brand': data.mainColor, '--brand-2': data.secondaryColor } as CSSProperties}>
      <Head shown={data} folder={folder} />
      <Body>
        {isKnownFolder
          ? timeline({ acc, akte, ...(folder === undefined ? {} : { folder }) }, canReply(data))
          : <Note tone="warning" role="alert"><p><FormattedMessage id="cases.folderGone" /></p><Link className={buttonClass} to={paths.case(akte, acc)}><FormattedMessage id="cases.backToCase" /></Link></Note>}
      </Body>
    </Sheet>
  );
}
