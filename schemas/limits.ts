/** Every business number, with its unit and where it comes from. calls.md §9 unless said otherwise. */
const kibibyte = 1024;
const mebibyte = 1024 * kibibyte;

export const limits = {
  client: {
    retryNotReadyDelayMs: 1_000, // after 503 or 204
    retryNotReadyTimes: 9,
    retryOtherDelayMs: 200, // network failure and 5xx only (decisions.md, Retry of "any other failure")
    retryOtherTimes: 2,
    concurrentCalls: 5,
    concurrentUploads: 3, // of those 5: uploads take long, and a text to read must not wait for them
    callsPerWindow: 8,
    callWindowMs: 2_000,
    otherTabAskMs: 20_000, // how often a tab asks whether the one that works for all is awake
    otherTabAnswerMs: 2_000,
  },
  returnDelayMs: 10_000, // before the browser follows a return address by itself
  toast: { autoCloseMs: 6_000 },
  draft: {
    saveDelayMs: 1_000, // "Debounce 1000 ms"
    retryDelayMs: 10_000, // after the browser could not keep it
  },
  form: {
    maxElements: 1_000,
    maxParts: 100_000, // of a definition: every object, list and value in it
    maxDepth: 32, // of a definition: parts within parts
    maxFindings: 200, // told at once; whoever mends those is told the next
    maxRows: 100, // rows of one group
    maxTextLength: 20_000, // characters of one textarea answer
    maxLineLength: 500, // characters of one input answer
    maxPatternLength: 100, // characters of one inputregex answer whose author sets no other limit
    maxPatternSource: 500, // characters of an author's pattern
    maxPatternSteps: 2_000_000, // a pattern may take on the worst answer; some 20 ms
    maxProofSteps: 100_000, // of proving all patterns of a form; a second or so
    announceDelayMs: 1_000, // without a key, before a count is read out
    maxBodyBytes: 2 * mebibyte, // definition or submission as JSON
    compileTimeoutMs: 10_000, // publishing gives up after this
    compilesAtOnce: 2,
    compileMaxMb: 512,
    compilationsKept: 20, // what was compiled last, in memory: a form put on the net again is not compiled again
    validatorsKeptDays: 30, // of a form that another build has published
    checksKept: 100, // compiled forms in memory, the last used ones
  },
  file: {
    maxSizeBytes: 100 * mebibyte, // security-and-reliability.md item 30
    quotaBytes: 500 * mebibyte, // of one client or one visit to a form, in 24 hours; item 30
    resumableFromBytes: 10 * mebibyte, // a larger file comes in parts and goes on where it broke off
    partBytes: 8 * mebibyte, // at most so much is sent again; also what a proxy in between may hold back
    unfinishedHours: 24, // since the last byte of an upload that comes in parts
    envelopeBytes: 64 * 1024, // room for the multipart fields and boundaries around a file
    maxPerElement: 20,
    maxPerMessage: 20,
    uploadsPerWantedFile: 2, // room for uploads that are being taken back while others arrive
    maxNameLength: 150, // bytes of the stored name
    thumbnailWidthPx: 320,
    thumbnailMaxHeightPx: 640,
    previewMaxSidePx: 2_048,
    playMinutes: 60, // that a browser may play a video for before it has to ask again
    orphanAfterHours: 24, // since the workflow was last used
    strayAfterHours: 24, // bytes that no row names; longer than any upload takes
    photoMaxSidePx: 2_560, // a larger photo is scaled down before it is sent, unless the author says otherwise
    photoQuality: 0.88,
  },
  archive: {
    // beyond these an archive is refused, with a scanner or without; security-and-reliability.md item 34
    maxEntries: 2_000,
    maxInflatedBytes: 200 * mebibyte,
    maxRatio: 100,
    freeInflatedBytes: 10 * mebibyte, // before the ratio counts
    maxDepth: 3, // archives in archives
    maxHeaders: 20_000, // what begins like an entry, also inside of entries
    maxDirectoryBytes: mebibyte,
    maxNameBytes: 1_024, // of an entry
  },
  scanner: {
    // item 33
    connectMs: 5_000,
    answerMs: 30_000, // of silence
    retryMs: 5_000, // before one that is down or unfit is looked at again
    recheckMs: 3_600_000, // before one that was found fit is
  },
  expert: {
    maxNameLength: 200,
    maxAreas: 500,
    maxOffered: 20, // the nearest ones; a longer list helps nobody to choose
  },
  insurance: {
    maxNameLength: 200,
    maxNumberLength: 100, // characters of a policy or claim number
    maxListed: 5_000,
    maxOffered: 50, // at a time, while searching
    upstreamTimeoutMs: 5_000,
    upstreamKeptMs: 3_600_000, // how long an upstream's list is used before it is asked again
  },
  account: {
    maxAutoReplyLength: 2_000,
    maxLegalTextLength: 100_000,
    maxHeadlineLength: 200,
    maxWelcomeLength: 5_000,
    maxFooterLinks: 8,
    maxDescriptionLength: 160 /* as much as search engines show */,
    logoSidePx: 512,
    welcomeCut: 519 /* calls.md §9: on phones */,
  },
  case: {
    pageSize: 50, // "Case lists page size 50"
    maxSearchLength: 100,
    filePageSize: 50,
    maxFilePageSize: 1_000, // a gallery shows where one is among all
    downloadsPerMinute: 10, // of one address
    maxHeaderLength: 200,
    maxReferenceLength: 100,
    maxCategories: 50,
    maxCategoryLength: 100,
    maxAssignees: 100,
    maxClients: 500,
    maxFolderNameLength: 100,
    maxFolders: 1_000,
    maxFolderDepth: 100,
  },
  caseHistory: {
    maxGroups: 50,
    maxStates: 200, // of a phase
    maxNameLength: 100,
    maxStatusLength: 500,
  },
  message: {
    pageSize: 50, // timeline, "size 50"
    maxPageSize: 1_000, // what size -1 means (decisions.md, Folder timeline)
    maxOffset: 100_000,
    maxHeaderLength: 200,
    maxTextLength: 20_000,
    maxLabels: 20,
    maxLabelLength: 50,
    previewLength: 200, // characters of the newest message that a case list gets
    sealedLength: 50, // of an unread message, "preview 50"
    filesInTimeline: 100, // the newest ones
    sendsPerMinute: 60, // of one address
    sendEveryMs: 1_500, // "message sends at 1 per 1.5 s"
    resendAfterMs: 5_000, // after no answer came
    triesAtFailures: 5, // of the server's own; then the text goes back to its writer
    highlightMs: 5_000, // a message that was looked for
  },
  task: {
    maxReminderHours: 30 * 24,
    secondsPerQuestion: 40, // about what one takes, to tell a client how long a task does
    warnMinutes: 15, // before a deadline, whoever is writing is told
    maxPerCase: 500,
    watchEveryMs: 1_000, // how often it is looked which deadlines have passed or come near
    closedAtOnce: 100,
  },
  board: {
    pageSize: 500,
    cardsAtOnce: 50, // that have changed and are asked for by name
  },
  search: {
    pageSize: 20,
    perMinute: 60, // of one address
    beginsFrom: 4, // letters: shorter words begin too many others, and are found whole only
    maxTerms: 2_000, // that the index is asked for at once
    indexedAtOnce: 200, // of what was there before there was an index
  },
  event: {
    keptDays: 7,
    maxAtOnce: 500,
    heartbeatMs: 15_000, // of silence on a stream, or what lies in between takes it for dead
    retryMs: 3_000, // before a broken stream is opened again
    streamsPerUser: 20, // at a time, of one process: some devices with some tabs each
    opensPerMinute: 300, // of one address: an office has many people behind it
    refusedMs: 60_000, // before one that was refused for either is asked for again
    sessionCheckMs: 5_000, // security-and-reliability.md item 23; also how late an event can be whose wake-up got lost
  },
  workflow: {
    repeatWithinMinutes: 10, // a start repeated under its Idempotency-Key answers the same workflow
    forgetAfterDays: 30, // unused and never sent; the browser's draft then goes on in a new one
  },
  formFigures: {
    // docs/decisions/0075
    weeks: 12, // that are shown; what was counted before goes
    notesPerMinute: 120, // of one address
    pageSize: 100,
    maxRevisions: 50, // to choose from
  },
  externalRequest: { validDays: 30, maxValidDays: 365 },
  pin: {
    // decisions.md, PIN
    digits: 6,
    wrongTries: 5, // these void it
    validMinutes: 15,
    maxValidMinutes: 90 * 24 * 60, // a letter takes days, a matter takes weeks
    secondsBetween: 60,
    perHour: 5,
    perDay: 10, // of one invitation or form; security-and-reliability.md item 11
    wrongTriesPerDay: 20, // of one invitation, over all its PINs; item 9
    triesPerMinute: 30, // of one address
    requestsPerMinute: 10, // likewise
    repeatMinutes: 2, // in which the call that gave it is answered again, in the browser that gave it
    fetchDelayMs: 500, // "Form elements fetch delay 500 ms", after a PIN login only
  },
  sms: {
    // security-and-reliability.md item 11
    perNumberPerDay: 10,
    perAccountPerDay: 500,
    /** An SMS elsewhere is dear, and who asks for many of them earns by it. */
    countries: [
      'AT',
      'BE',
      'BG',
      'CH',
      'CY',
      'CZ',
      'DE',
      'DK',
      'EE',
      'ES',
      'FI',
      'FR',
      'GB',
      'GR',
      'HR',
      'HU',
      'IE',
      'IS',
      'IT',
      'LI',
      'LT',
      'LU',
      'LV',
      'MT',
      'NL',
      'NO',
      'PL',
      'PT',
      'RO',
      'SE',
      'SI',
      'SK',
    ],
  },
  spam: {
    // docs/decisions/0018
    minSeconds: 3, // between showing a form and its answers: less is no person
    tokenDays: 7, // a page may stay open over a long weekend
    honeypotLength: 500, // characters that are read of it
  },
  calls: {
    submissionsPerMinute: 20, // of one address
    perMinute: 60, // of one address, where a call may be asked too often
    readsPerMinute: 600, // likewise, of what every page asks for before anybody has logged in
    uploadsPerMinute: 120,
    partsPerMinute: 600, // several large files at once on a quick line
    thumbnailsPerMinute: 1_000, // of a gallery of hundreds, once; they are drawn only once
    definitionsPerMinute: 30, // of one address: forms to check and publish
    demoPerMinute: 1_000,
    idleMs: 60_000, // a connection on which nothing moves is closed
    requestMs: 30 * 60_000, // for a whole request: 100 MB at half a megabit per second
    maxKeyLength: 100, // characters of an Idempotency-Key
    minKeyLength: 16, // likewise, where it opens what its first call has opened
    repeatMinutes: 24 * 60, // in which a repeat is answered as its first call was
    maxFields: 50, // mistakes that one answer names
  },
  database: {
    connectMs: 5_000, // waiting for a connection, before a call answers that it cannot be served
    statementMs: 30_000,
    answerMs: 35_000, // longer than any statement may run: then nobody is there, and the connection is given up
    announceMs: 5_000, // for telling the other processes; nobody waits for it
    silenceMs: 10_000, // on a connection, before it is asked whether anybody is there
  },
  geolocation: { timeoutMs: 15_000, maxAgeMs: 60_000, maxAddressLength: 300 },
  tile: {
    maxZoom: 22,
    maxBytes: 512 * kibibyte,
    timeoutMs: 5_000,
    keptMs: 24 * 3_600_000,
    keptBytes: 64 * mebibyte, // of all tiles in memory
    concurrentFetches: 16,
    callsPerMinute: 600, // a screen of map is some twenty tiles
  },
  signature: {
    pictureWidthPx: 800,
    pictureMaxBytes: 120 * kibibyte, // six of them still fit in one submission
    drawingMaxLength: 200_000, // characters of the SVG
    maxStrokes: 200,
    maxPointsPerStroke: 2_000,
    minInkLength: 100, // of a sheet 1,600 wide: less is a slip of the finger
    maxNameLength: 100,
  },
  password: { minLength: 8, maxLength: 128, classes: 3, hashesAtOnce: 2, hashesWaiting: 100 }, // of four kinds of characters; decisions.md, Minimum length
  support: { requestsPerMinute: 5 }, // of one address
  credentials: {
    // security-and-reliability.md items 13 and 15
    mailsPerHour: 3, // to one address or username
    linkMinutes: 30,
    wrongTries: 5, // of the existing password, within an hour; then none
    linksKeptDays: 30, // after that long a used one is as unknown as any other
  },
  user: {
    minUsernameLength: 3,
    maxUsernameLength: 100,
    maxEmailLength: 254,
    maxNameLength: 100,
    usernameChecksPerMinute: 10,
    repeatMinutes: 10,
  }, // security-and-reliability.md item 16
  outbox: {
    everyMs: 1_000, // how often it is looked through
    sentAtOnce: 5,
    connectMs: 10_000,
    answerMs: 60_000, // of silence on a connection
    claimMs: 5 * 60_000, // in which a process that tries a message is given up for dead; longer than any try
    retryMs: 10_000, // doubled with every try
    maxRetryMs: 3_600_000,
    giveUpAfterHours: 48,
    keptDays: 30, // whom was written to, and nothing of what
  },
  invitation: { validDays: 14, maxValidDays: 90, perHour: 5 },
  drawing: {
    // of thumbnails, previews and pictures of people, in processes of their own; security-and-reliability.md item 34
    atOnce: 2,
    waiting: 100, // more are told to come back
    maxPixels: 50_000_000,
    timeoutMs: 10_000, // from the last byte on
    readMs: 60_000,
    maxBytes: 512 * mebibyte, // of memory
    idleMs: 30_000, // before a process that nobody needs ends
    jpegQuality: 85,
    tries: 3, // of what took too long or too much
    retryHours: 1,
  },
  picture: {
    sidePx: 512,
    quality: 0.9,
    maxSourceSidePx: 2_048,
    maxZoom: 3,
    zoomStep: 0.1,
    keyStepPx: 8,
    buttonStepPx: 24,
  }, // calls.md §9: crop from 1 to 3 by 0.1, turned by whole degrees
  session: {
    // decisions.md, Tokens; security-and-reliability.md items 21 and 22
    accessTokenSeconds: 15 * 60,
    otherTabMs: 3_000, // in which what another tab has stored must have arrived
    refreshAheadSeconds: 60, // before its end a token is renewed without waiting for a refusal
    refreshGraceMs: 30_000, // in which the refresh token before the last is still taken: several tabs ask at once
    idleDays: { registered: 30, unregistered: 0.5 }, // not used for so long, it ends
    maxDays: { registered: 90, unregistered: 1 }, // since the login
    noticesPerDay: 3, // to one user, of sessions that were ended because somebody else held them too
    repeatMinutes: 2, // in which the call that opened it is answered again, while nobody has used it
    refreshesPerMinute: 300, // of one address: an office has many people behind it
  },
  login: {
    // decisions.md, Lockout
    wrongTries: 5, // of one name, or of one device that has logged in before, until the next lock
    lockMinutes: [1, 5, 15, 60], // the last one again and again
    wrongTriesOfAddress: 50,
    wrongTriesOfDemoAddress: 1_000,
    forgetAfterHours: 24, // without a try
  },
  secondFactor: {
    // docs/decisions/0031
    periodSeconds: 30, // what authenticator apps count in
    digits: 6, // of a code; authenticator apps show no others
    window: 1, // codes before and after the present one: clocks differ
    challengeMinutes: 5,
    setupMinutes: 15,
    recoveryCodes: 10,
    maxCodeLength: 50,
    maxTokenLength: 1_000,
    passkeyMinutes: 5, // between asking a device and its answer
    maxPasskeys: 20,
    maxNameLength: 60,
    maxCredentialLength: 10_000,
  },
  provider: { pageSize: 50, maxPageSize: 200 },
} as const;

/** product.md §5: what may be attached to a message or answered in a file element. */
export const attachmentExtensions = [
  'pdf',
  'jpg',
  'jpeg',
  'exc',
  'doc',
  'docx',
  'msg',
  'png',
  'tif',
  'rtf',
  'xlsx',
  'zip',
  'tuff',
  'eso',
  'xls',
  'csv',
  'sbf',
  'txt',
  'odt',
  'bmp',
  'xv3',
  'rar',
  'tiff',
  'emessage',
  'dvsdrw',
  'mp4',
  'pptx',
  'xslm',
  'vob',
  'gif',
] as const;

/** product.md §5: what a picture of a person may be made from. */
export const pictureExtensions = ['jpg', 'jpeg', 'jpe', 'png'] as const;

/** calls.md §9: what a small picture is drawn of, of a PDF its first page. */
export const thumbnailExtensions = ['jpg', 'jpeg', 'jpe', 'gif', 'png', 'pdf'] as const;

/** calls.md §9: what the sidebar shows among photos; all else is a document. */
export const photoExtensions = ['gif', 'jpg', 'png', 'jpeg'] as const;
