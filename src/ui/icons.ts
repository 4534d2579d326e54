/** The icons in use, imported one by one so that only they ship. */
export { ArrowClockwise } from '@phosphor-icons/react/dist/csr/ArrowClockwise';
export { ArrowLeft } from '@phosphor-icons/react/dist/csr/ArrowLeft';
export { CalendarBlank } from '@phosphor-icons/react/dist/csr/CalendarBlank';
export { CheckCircle } from '@phosphor-icons/react/dist/csr/CheckCircle';
export { CircleNotch } from '@phosphor-icons/react/dist/csr/CircleNotch';
export { File } from '@phosphor-icons/react/dist/csr/File';
export { FilePdf } from '@phosphor-icons/react/dist/csr/FilePdf';
export { FloppyDisk } from '@phosphor-icons/react/dist/csr/FloppyDisk';
export { Info } from '@phosphor-icons/react/dist/csr/Info';
export { LockSimple } from '@phosphor-icons/react/dist/csr/LockSimple';
export { PaperPlaneTilt } from '@phosphor-icons/react/dist/csr/PaperPlaneTilt';
export { Phone } from '@phosphor-icons/react/dist/csr/Phone';
export { Trash } from '@phosphor-icons/react/dist/csr/Trash';
export { UploadSimple } from '@phosphor-icons/react/dist/csr/UploadSimple';
export { Warning } from '@phosphor-icons/react/dist/csr/Warning';
export { WarningCircle } from '@phosphor-icons/react/dist/csr/WarningCircle';
export { X } from '@phosphor-icons/react/dist/csr/X';
