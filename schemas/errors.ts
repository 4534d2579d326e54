/**
 * The error catalogue: stable `reason` -> HTTP status and the id of its text in `locales/`.
 * calls.md §8 and decisions.md (Whole system, Traps). One line per error; the status lives nowhere else.
 */
export const errorCatalogue = {
  invalidInput: { status: 400, message: 'error.invalidInput' },
  invalidAnswers: { status: 400, message: 'error.invalidAnswers' },
  invalidDefinition: { status: 400, message: 'error.invalidDefinition' },
  fileExtensionNotAllowed: { status: 400, message: 'FilesNotAllowed' },
  contentNotAllowed: { status: 400, message: 'error.contentNotAllowed' },
  notScannable: { status: 400, message: 'error.notScannable' },
  tooManyFiles: { status: 400, message: 'error.tooManyFiles' },
  emptyFile: { status: 400, message: 'error.emptyFile' },
  unauthorized: { status: 401, message: 'error.unauthorized' },
  applicationKeyInvalid: { status: 401, message: 'error.applicationKeyInvalid' },
  apiKeyInvalid: { status: 401, message: 'error.apiKeyInvalid' },
  wrongCredentials: { status: 401, message: 'WrongCredentials' },
  falsePin: { status: 401, message: 'FalsePin' },
  wrongCode: { status: 401, message: 'WrongCode' },
  passkeyRefused: { status: 401, message: 'PasskeyRefused' },
  uploadLimit: { status: 403, message: 'UploadLimit' },
  notFound: { status: 404, message: 'error.notFound' },
  linkInvalid: { status: 404, message: 'LinkInvalid' },
  noAccess: { status: 406, message: 'NoAccess' },
  alreadySubmitted: { status: 409, message: 'error.alreadySubmitted' },
  alreadyRegistered: { status: 409, message: 'error.alreadyRegistered' },
  usernameTaken: { status: 409, message: 'UsernameTaken' },
  conflict: { status: 409, message: 'error.conflict' },
  linkExpired: { status: 410, message: 'LinkExpired' },
  tookTooLong: { status: 410, message: 'error.tookTooLong' },
  uploadExpired: { status: 410, message: 'error.uploadExpired' },
  fileTooLarge: { status: 413, message: 'error.fileTooLarge' },
  requestTooLarge: { status: 413, message: 'error.requestTooLarge' },
  unsupportedMediaType: { status: 415, message: 'error.unsupportedMediaType' },
  virusFound: { status: 422, message: 'VirusDetected' },
  loginLocked: { status: 423, message: 'LoginLocked' },
  pinVoid: { status: 423, message: 'InvalidPin' },
  tooManyRequests: { status: 429, message: 'error.tooManyRequests' },
  pinNotSent: { status: 502, message: 'RequestPINError' },
  unexpected: { status: 500, message: 'error.unexpected' },
  unavailable: { status: 503, message: 'error.unavailable' },
} as const satisfies Record<string, { status: number; message: string }>;

export type ErrorReason = keyof typeof errorCatalogue;
