import { styled } from '@linaria/react';
import { useState } from 'react';
import { FormattedMessage, useIntl } from 'react-intl';
import type { CaseFile } from '#schemas/messages.ts';
import { useCaseFilesQuery } from '#src/api/caseFiles.ts';
import { toUserMessage } from '#src/api/errors.ts';
import { saveFile } from '#src/api/files.ts';
import { middleClipped } from '#src/lib/middleClipped.ts';
import type { ShowToast } from '#src/lib/showToast.ts';
import { Button } from '#src/ui/Button.tsx';
import { fileSize } from '#src/ui/fileSize.ts';
import { Files } from '#src/ui/icons.ts';
import { Nothing } from './Nothing.tsx';
import type { CasePlace } from './CasePane.tsx';
import { useShortDate } from './useShortDate.ts';

const List = styled.ul`
  > li + li { border-top: 1px solid var(--border); }
  button { display: grid; grid-template-columns: 2.25rem minmax(0, 1fr); gap: .65rem; align-items: center; width: 100%; min-height: var(--target-min); padding: .5rem 0; border: 0; background: none; font-size: var(--text-sm); line-height: 1.3; text-align: left; }
  button:hover > span:last-child { text-decoration: underline; }
  button[aria-busy] { opacity: .5; }
  [data-type] { display: grid; place-items: center; height: 2.25rem; border-radius: var(--r-xs); background: var(--accent-tint-2); color: var(--accent-text); font-size: .6875rem; font-weight: var(--fw-strong); text-transform: uppercase; }
  small { display: block; color: var(--muted); font-size: var(--text-xs); }
`;

const nameLength = 20; // calls.md §9, file chip

function Line({ file, showToast }: { file: CaseFile; showToast: ShowToast }) {
  const intl = useIntl();
  const shortDate = useShortDate();
  const [isLoading, setIsLoading] = useState(false);
  const size = fileSize(file.size, intl.formatNumber);
  async function save(): Promise<void> {
    if (isLoading) return;
    setIsLoading(true);
    await saveFile(file.fileId, file.fileName).catch((error: unknown) => showToast({ level: 'error', text: toUserMessage(error, (id) => intl.formatMessage({ id })) }));
    setIsLoading(false);
  }
  return (
    <button type="button" title={file.fileName} aria-busy={isLoading || undefined} aria-label={intl.formatMessage({ id: 'messages.download' }, { name: file.fileName, size })} onClick={() => void save()}>
      <span data-type aria-hidden>{file.fileExtension.slice(0, 4)}</span>
      <span>{middleClipped(file.fileName, nameLength)}<small>{shortDate(file.creationDate)}, {size}</small></span>
    </button>
  );
}

/** The newest files of a case, or of the folder that is open; `atMost` for where there is little room. */
export function FileList({ place, atMost, showToast }: { place: CasePlace; atMost?: number; showToast: ShowToast }) {
  const intl = useIntl();
  const { data, error, refetch } = useCaseFilesQuery(place);
  if (!data) {
    if (!error) return <p role="status"><FormattedMessage id="app.loading" /></p>;
    return (
      <div role="alert">
        <p>{toUserMessage(error, (id) => intl.formatMessage({ id }))}</p>
        <Button variant="ghost" onClick={() => void refetch()}><FormattedMessage id="action.retry" /></Button>
      </div>
    );
  }
  const { files, totalFiles } = data;
  if (totalFiles === 0) return atMost === undefined ? <Nothing icon={Files}><FormattedMessage id="cases.files.none" /></Nothing> : <p><FormattedMessage id="cases.files.none" /></p>;
  const isPart = atMost === undefined && files.length < totalFiles;
  return (
    <>
      <List>{files.slice(0, atMost).map((file) => <li key={file.fileId}><Line file={file} showToast={showToast} /></li>)}</List>
      {isPart && <p><FormattedMessage id="cases.files.newest" values={{ count: files.length, total: totalFiles }} /></p>}
    </>
  );
}
