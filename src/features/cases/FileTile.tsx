import { useIntl } from 'react-intl';
import type { CaseFile } from '#schemas/messages.ts';
import { FileLink } from '#src/gallery/FileLink.tsx';
import { FileThumbnail } from '#src/gallery/FileThumbnail.tsx';
import { middleClipped } from '#src/lib/middleClipped.ts';
import { fileSize } from '#src/ui/fileSize.ts';

const nameLength = 10; // calls.md §9, file names in thumbnails: the name, without what kind of file it is

/** A file as a small picture that leads to it. */
export function FileTile({ file }: { file: CaseFile }) {
  const intl = useIntl();
  const { fileId, fileName, fileExtension, size } = file;
  const stem = fileName.slice(0, fileName.length - fileExtension.length - 1);
  const shortName = stem.length > nameLength ? `${middleClipped(stem, nameLength)}.${fileExtension}` : fileName;
  return (
    <FileLink file={file} label={intl.formatMessage({ id: 'cases.file' }, { name: fileName, size: fileSize(size, intl.formatNumber) })}>
      <FileThumbnail file={{ id: fileId, extension: fileExtension }} /><span>{shortName}</span>
    </FileLink>
  );
}
