import { useIntl } from 'react-intl';
import { formatFileSize } from '#schemas/files/fileSize.ts';
import type { CaseFile } from '#schemas/cases/messages.ts';
import { FileLink, type ListedWith } from '#src/gallery/FileLink.tsx';
import { FileThumbnail } from '#src/gallery/FileThumbnail.tsx';
import { clipMiddle } from '#src/ui/clipMiddle.ts';

const nameLength = 10; // characters of the name, without its extension

/** Thumbnail that opens a file. */
export function FileTile({ file, listed }: { file: CaseFile; listed?: ListedWith }) {
  const intl = useIntl();
  const { fileId, fileName, fileExtension, size, hasThumbnail } = file;
  const stem = fileName.slice(0, fileName.length - fileExtension.length - 1);
  const shortName =
    stem.length > nameLength ? `${clipMiddle(stem, nameLength)}.${fileExtension}` : fileName;
  return (
    <FileLink
      file={file}
      listed={listed}
      label={intl.formatMessage(
        { id: 'cases.file' },
        { name: fileName, size: formatFileSize(size, intl.formatNumber) },
      )}
    >
      <FileThumbnail file={{ id: fileId, extension: fileExtension, hasThumbnail }} />
      <span>{shortName}</span>
    </FileLink>
  );
}
