import { useIntl } from 'react-intl';
import { fileSize } from '#schemas/fileSize.rules.ts';
import type { CaseFile } from '#schemas/messages.ts';
import { FileLink, type ListedWith } from '#src/gallery/FileLink.tsx';
import { FileThumbnail } from '#src/gallery/FileThumbnail.tsx';
import { middleClipped } from '#src/lib/middleClipped.ts';

const nameLength = 10; // calls.md §9, file names in thumbnails: the name, without what kind of file it is

/** A file as a small picture that leads to it. */
export function FileTile({ file, listed }: { file: CaseFile; listed?: ListedWith }) {
  const intl = useIntl();
  const { fileId, fileName, fileExtension, size } = file;
  const stem = fileName.slice(0, fileName.length - fileExtension.length - 1);
  const shortName =
    stem.length > nameLength ? `${middleClipped(stem, nameLength)}.${fileExtension}` : fileName;
  return (
    <FileLink
      file={file}
      listed={listed}
      label={intl.formatMessage(
        { id: 'cases.file' },
        { name: fileName, size: fileSize(size, intl.formatNumber) },
      )}
    >
      <FileThumbnail file={{ id: fileId, extension: fileExtension }} />
      <span>{shortName}</span>
    </FileLink>
  );
}
