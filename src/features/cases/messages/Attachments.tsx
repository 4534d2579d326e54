import { styled } from '@linaria/react';
import { useState } from 'react';
import { FormattedMessage, useIntl } from 'react-intl';
import { formatFileSize } from '#schemas/files/fileSize.ts';
import type { CaseFile } from '#schemas/cases/messages.ts';
import { FileLink } from '#src/gallery/FileLink.tsx';
import { FileThumbnail } from '#src/gallery/FileThumbnail.tsx';
import { clipMiddle } from '#src/ui/clipMiddle.ts';
import { Button } from '#src/ui/Button.tsx';
import { WrappedText } from '#src/ui/WrappedText.tsx';

const List = styled.ul`
  display: grid;
  grid-template-columns: repeat(auto-fill, minmax(min(100%, 13rem), 1fr));
  gap: 0.5rem;
  margin-top: 0.6rem;
  a[data-file] {
    display: grid;
    grid-template-columns: 2rem minmax(0, 1fr);
    gap: 0.6rem;
    align-items: center;
    width: 100%;
    min-height: var(--target-min);
    padding: 0.4rem 0.5rem;
    background: var(--raised);
    color: var(--text);
    border: 1px solid var(--border);
    border-radius: var(--r-sm);
    text-decoration: none;
    font-size: var(--text-sm);
    line-height: 1.3;
  }
  a[data-file]:hover {
    border-color: var(--accent-edge);
  }
  [data-type] {
    height: 2rem;
    border: 1px solid var(--border);
    border-radius: var(--r-xs);
    background: var(--accent-tint);
    font-size: 0.625rem;
  }
  small {
    display: block;
    color: var(--muted);
    font-size: var(--text-xs);
  }
`;

const shownAtFirst = 4;
const nameLength = 20;

function Attachment({ file }: { file: CaseFile }) {
  const intl = useIntl();
  const size = formatFileSize(file.size, intl.formatNumber);
  return (
    <FileLink
      file={file}
      label={intl.formatMessage({ id: 'messages.file' }, { name: file.fileName, size })}
    >
      <FileThumbnail file={{ ...file, id: file.fileId, extension: file.fileExtension }} />
      <span>
        <WrappedText>{clipMiddle(file.fileName, nameLength)}</WrappedText>
        <small>{size}</small>
      </span>
    </FileLink>
  );
}

/** Files of a message. Shows four; a button shows all. */
export function Attachments({ files }: { files: readonly CaseFile[] }) {
  const [isWhole, setIsWhole] = useState(false);
  if (files.length === 0) return null;
  const shown = isWhole ? files : files.slice(0, shownAtFirst);
  return (
    <>
      <List>
        {shown.map((file) => (
          <li key={file.fileId}>
            <Attachment file={file} />
          </li>
        ))}
      </List>
      {files.length > shownAtFirst && (
        <Button variant="ghost" aria-expanded={isWhole} onClick={() => setIsWhole(!isWhole)}>
          <FormattedMessage
            id={isWhole ? 'messages.showFewerFiles' : 'messages.showAllFiles'}
            values={{ count: files.length }}
          />
        </Button>
      )}
    </>
  );
}
