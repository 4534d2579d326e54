/** Every business number, with its unit and where it comes from. calls.md §9 unless said otherwise. */
const mebibyte = 1024 * 1024;

export const limits = {
  client: {
    retryNotReadyDelayMs: 1_000, // after 503 or 204
    retryNotReadyTimes: 9,
    retryOtherDelayMs: 200, // network failure and 5xx only (decisions.md, Retry of "any other failure")
    retryOtherTimes: 2,
    concurrentCalls: 5,
    callsPerWindow: 8,
    callWindowMs: 2_000,
  },
  toast: { autoCloseMs: 6_000 },
  draft: { saveDelayMs: 1_000 }, // "Debounce 1000 ms"
  form: {
    elementsDelayAfterPinMs: 500,
    spinnerMaxMs: 2_000,
    maxElements: 1_000,
    maxTextLength: 10_000, // characters of one textarea answer
    maxLineLength: 500, // characters of one input answer
    maxBodyBytes: 2 * mebibyte, // definition or submission as JSON
    compileTimeoutMs: 10_000, // publishing gives up after this
  },
  file: {
    maxSizeBytes: 100 * mebibyte, // security-and-reliability.md item 30
    defaultElementMaxSizeMb: 50, // a file element without maxSizeMb
    maxPerElement: 20,
    uploadsPerWantedFile: 2, // room for uploads that are being taken back while others arrive
    maxNameLength: 150, // bytes of the stored name
    thumbnailWidthPx: 320,
    thumbnailMaxPixels: 50_000_000, // item 34
    orphanAfterHours: 24,
  },
  session: { accessTokenSeconds: 15 * 60 }, // decisions.md, Tokens
  provider: { pageSize: 50, maxPageSize: 200 },
} as const;

/** product.md §5: what may be attached to a message or answered in a file element. */
export const attachmentExtensions = [
  'pdf', 'jpg', 'jpeg', 'exc', 'doc', 'docx', 'msg', 'png', 'tif', 'rtf', 'xlsx', 'zip', 'tuff', 'eso', 'xls', 'csv', 'sbf',
  'txt', 'odt', 'bmp', 'xv3', 'rar', 'tiff', 'emessage', 'dvsdrw', 'mp4', 'pptx', 'xslm', 'vob', 'gif',
] as const;

/** calls.md §9; PDF pages are drawn once the preview worker exists. */
export const thumbnailExtensions = ['jpg', 'jpeg', 'jpe', 'gif', 'png'] as const;
