import { styled } from '@linaria/react';
import { useState } from 'react';
import { FormattedMessage, useIntl } from 'react-intl';
import type { CaseFile } from '#schemas/messages.ts';
import { toUserMessage } from '#src/api/errors.ts';
import { saveFile } from '#src/api/files.ts';
import { middleClipped } from '#src/lib/middleClipped.ts';
import type { ShowToast } from '#src/lib/showToast.ts';
import { Button } from '#src/ui/Button.tsx';
import { fileSize } from '#src/ui/fileSize.ts';

const List = styled.ul`
  display: grid; grid-template-columns: repeat(auto-fill, minmax(min(100%, 13rem), 1fr)); gap: .5rem; margin-top: .6rem;
  button[data-file] { display: grid; grid-template-columns: 2rem minmax(0, 1fr); gap: .6rem; align-items: center; width: 100%; min-height: var(--target-min); padding: .4rem .5rem; background: var(--raised); color: var(--text); border: 1px solid var(--border); border-radius: var(--r-sm); text-align: left; font-size: var(--text-sm); line-height: 1.3; }
  button[data-file]:hover { border-color: var(--accent-edge); }
  button[data-file][aria-busy] { opacity: .5; }
  [data-type] { display: grid; place-items: center; height: 2rem; border-radius: var(--r-xs); background: var(--accent-tint); color: var(--accent-text); font-size: .625rem; font-weight: var(--fw-strong); text-transform: uppercase; }
  small { display: block; color: var(--muted); font-size: var(--text-xs); }
`;

const shownAtFirst = 4; // calls.md §9
const nameLength = 20;

function Attachment({ file, showToast }: { file: CaseFile; showToast: ShowToast }) {
  const intl = useIntl();
  const [isLoading, setIsLoading] = useState(false);
  async function save(): Promise<void> {
    if (isLoading) return;
    setIsLoading(true);
    await saveFile(file.fileId, file.fileName).catch((error: unknown) => showToast({ level: 'error', text: toUserMessage(error, (id) => intl.formatMessage({ id })) }));
    setIsLoading(false);
  }
  return (
    <button type="button" data-file title={file.fileName} aria-busy={isLoading || undefined} aria-label={intl.formatMessage({ id: 'messages.download' }, { name: file.fileName, size: fileSize(file.size, intl.formatNumber) })} onClick={() => void save()}>
      <span data-type aria-hidden>{file.fileExtension.slice(0, 4)}</span>
      <span>{middleClipped(file.fileName, nameLength)}<small>{fileSize(file.size, intl.formatNumber)}</small></span>
    </button>
  );
}

/** What came with a message: four, then all of them. */
export function Attachments({ files, showToast }: { files: readonly CaseFile[]; showToast: ShowToast }) {
  const [isWhole, setIsWhole] = useState(false);
  if (files.length === 0) return null;
  const shown = isWhole ? files : files.slice(0, shownAtFirst);
  return (
    <>
      <List>{shown.map((file) => <li key={file.fileId}><Attachment file={file} showToast={showToast} /></li>)}</List>
      {shown.length < files.length && <Button variant="ghost" onClick={() => setIsWhole(true)}><FormattedMessage id="messages.showAllFiles" values={{ count: files.length }} /></Button>}
    </>
  );
}
