-- A PostgreSQL database of release 0.1.0 with some rows. Never change it.
CREATE TABLE public.accounts (
    id text NOT NULL,
    "uniqueKey" text NOT NULL,
    name text NOT NULL,
    "shortName" text NOT NULL,
    "primaryColor" text NOT NULL,
    "secondaryColor" text NOT NULL,
    "welcomeHeadline" text NOT NULL,
    "welcomeText" text NOT NULL,
    terms text,
    privacy text,
    imprint text,
    accessibility text,
    contact text NOT NULL,
    "logoKey" text,
    "secondaryLogoKey" text,
    "isDashboardDisabled" integer DEFAULT 0 NOT NULL,
    "publicPageElsewhere" text,
    "footerLinks" text,
    categories text DEFAULT '[]'::text NOT NULL,
    "feedbackFormId" text,
    "mainServiceFormId" text,
    "autoReply" text DEFAULT ''::text NOT NULL,
    "isAutoReplyOn" integer DEFAULT 0 NOT NULL,
    "taskReminderHours" integer,
    "createdAt" text NOT NULL
);
CREATE TABLE public."apiKeys" (
    hash text NOT NULL,
    "accountId" text NOT NULL,
    "createdAt" text NOT NULL
);
CREATE TABLE public.attachments (
    "messageId" text NOT NULL,
    "fileId" text NOT NULL,
    "caseId" text NOT NULL,
    "timelineId" text NOT NULL,
    "position" integer NOT NULL,
    "createdAt" text NOT NULL
);
CREATE TABLE public."attemptCounters" (
    subject text NOT NULL,
    count bigint NOT NULL,
    "endsAt" text NOT NULL
);
CREATE TABLE public."caseClients" (
    "caseId" text NOT NULL,
    "userId" text NOT NULL,
    "accountId" text NOT NULL,
    "activeAt" text NOT NULL
);
CREATE TABLE public."caseHistories" (
    "caseId" text NOT NULL,
    "stateGroups" text NOT NULL
);
CREATE TABLE public.cases (
    id text NOT NULL,
    "accountId" text NOT NULL,
    header text NOT NULL,
    aktenzeichen text NOT NULL,
    aktenkurzbezeichnung text NOT NULL,
    categories text NOT NULL,
    "permissionToReply" integer NOT NULL,
    "serviceAkte" integer NOT NULL,
    "isEsyAkte" integer NOT NULL,
    "creatorFirstName" text NOT NULL,
    "creatorLastName" text NOT NULL,
    assignees text NOT NULL,
    "searchKey" text NOT NULL,
    "lastMessage" text NOT NULL,
    "lastMessageDate" text,
    "withdrawnAt" text,
    "idempotencyKey" text,
    "bodyHash" text NOT NULL,
    "createdAt" text NOT NULL
);
CREATE TABLE public."credentialRequests" (
    id text NOT NULL,
    kind text NOT NULL,
    "askedFor" text NOT NULL,
    "createdAt" text NOT NULL
);
CREATE TABLE public."eventHeads" (
    "userId" text NOT NULL,
    "lastId" integer NOT NULL
);
CREATE TABLE public.events (
    "userId" text NOT NULL,
    id integer NOT NULL,
    body text NOT NULL,
    "createdAt" text NOT NULL
);
CREATE TABLE public.evidence (
    "submissionId" text NOT NULL,
    "accountId" text NOT NULL,
    "position" integer NOT NULL,
    hash text NOT NULL,
    entry text NOT NULL,
    record text NOT NULL
);
CREATE TABLE public."evidenceChains" (
    "accountId" text NOT NULL,
    "position" integer NOT NULL,
    hash text
);
CREATE TABLE public."evidenceTexts" (
    hash text NOT NULL,
    text text NOT NULL
);
CREATE TABLE public."expertAreas" (
    "accountId" text NOT NULL,
    "expertId" text NOT NULL,
    prefix text NOT NULL
);
CREATE TABLE public.experts (
    "accountId" text NOT NULL,
    id text NOT NULL,
    name text NOT NULL,
    place text NOT NULL,
    "createdAt" text NOT NULL
);
CREATE TABLE public."externalRequests" (
    key text NOT NULL,
    "accountId" text NOT NULL,
    "workflowKey" text NOT NULL,
    "idempotencyKey" text,
    "bodyHash" text NOT NULL,
    "validUntil" text NOT NULL,
    "createdAt" text NOT NULL
);
CREATE TABLE public.favorites (
    "messageId" text NOT NULL,
    "userId" text NOT NULL,
    "caseId" text NOT NULL,
    "messageCreatedAt" text NOT NULL
);
CREATE TABLE public.files (
    id text NOT NULL,
    owner text NOT NULL,
    "elementId" text,
    name text NOT NULL,
    "nameKey" text DEFAULT ''::text NOT NULL,
    extension text NOT NULL,
    size integer NOT NULL,
    sha256 text NOT NULL,
    "blobKey" text NOT NULL,
    "idempotencyKey" text,
    "submissionId" text,
    "createdAt" text NOT NULL
);
CREATE TABLE public.folders (
    id text NOT NULL,
    "caseId" text NOT NULL,
    "parentId" text,
    name text NOT NULL,
    "withdrawnAt" text,
    "idempotencyKey" text,
    "bodyHash" text NOT NULL,
    "createdAt" text NOT NULL
);
CREATE TABLE public."formRevisions" (
    "formId" text NOT NULL,
    number integer NOT NULL,
    title text DEFAULT ''::text NOT NULL,
    description text DEFAULT ''::text NOT NULL,
    definition text NOT NULL,
    "validatorCode" text NOT NULL,
    "validatorModule" text NOT NULL,
    "validatorHash" text NOT NULL,
    "validatorSource" text DEFAULT ''::text NOT NULL,
    "publishedAt" text NOT NULL
);
CREATE TABLE public."formSteps" (
    "formId" text NOT NULL,
    revision integer NOT NULL,
    day text NOT NULL,
    step text NOT NULL,
    count integer NOT NULL
);
CREATE TABLE public.forms (
    id text NOT NULL,
    "accountId" text NOT NULL,
    "processGuid" text NOT NULL,
    title text DEFAULT ''::text NOT NULL,
    definition text NOT NULL,
    state text NOT NULL,
    "idempotencyKey" text,
    "bodyHash" text DEFAULT ''::text NOT NULL,
    "createdAt" text NOT NULL,
    "updatedAt" text NOT NULL
);
CREATE TABLE public."idempotencyResponses" (
    key text NOT NULL,
    "bodyHash" text NOT NULL,
    sealed text NOT NULL,
    "validUntil" text NOT NULL
);
CREATE TABLE public.invitations (
    id text NOT NULL,
    "keyHash" text NOT NULL,
    "userId" text NOT NULL,
    "accountId" text NOT NULL,
    "bodyHash" text DEFAULT ''::text NOT NULL,
    "pregivenUsername" text,
    "pinChannels" text NOT NULL,
    "validUntil" text NOT NULL,
    "revokedAt" text,
    "createdAt" text NOT NULL
);
CREATE TABLE public.kysely_migration (
    name character varying(255) NOT NULL,
    "timestamp" character varying(255) NOT NULL
);
CREATE TABLE public.kysely_migration_lock (
    id character varying(255) NOT NULL,
    is_locked integer DEFAULT 0 NOT NULL
);
CREATE TABLE public."loginTries" (
    subject text NOT NULL,
    tries integer NOT NULL,
    "lockedUntil" text,
    "triedAt" text NOT NULL
);
CREATE TABLE public."mailOutbox" (
    id text NOT NULL,
    kind text NOT NULL,
    "accountId" text,
    language text DEFAULT 'de'::text NOT NULL,
    recipient text NOT NULL,
    "replyTo" text,
    "onceKey" text,
    subject text NOT NULL,
    sealed text DEFAULT ''::text NOT NULL,
    state text DEFAULT 'waiting'::text NOT NULL,
    attempts integer DEFAULT 0 NOT NULL,
    "nextAttemptAt" text DEFAULT ''::text NOT NULL,
    "goodUntil" text,
    "sentAt" text,
    "createdAt" text NOT NULL
);
CREATE TABLE public.memberships (
    "userId" text NOT NULL,
    "accountId" text NOT NULL,
    "isDisabled" integer DEFAULT 0 NOT NULL,
    "acceptedAt" text,
    "termsHash" text,
    "privacyHash" text,
    "idempotencyKey" text,
    "bodyHash" text DEFAULT ''::text NOT NULL,
    "createdAt" text NOT NULL
);
CREATE TABLE public.messages (
    id text NOT NULL,
    "caseId" text NOT NULL,
    "timelineId" text NOT NULL,
    header text NOT NULL,
    text text NOT NULL,
    "creatorName" text NOT NULL,
    "authorId" text NOT NULL,
    labels text NOT NULL,
    belegdatum text,
    "withdrawnAt" text,
    "idempotencyKey" text,
    "bodyHash" text NOT NULL,
    "createdAt" text NOT NULL
);
CREATE TABLE public.passkeys (
    id text NOT NULL,
    "userId" text NOT NULL,
    name text NOT NULL,
    "publicKey" text NOT NULL,
    counter bigint NOT NULL,
    transports text NOT NULL,
    "createdAt" text NOT NULL,
    "lastUsedAt" text
);
CREATE TABLE public."passwordLinks" (
    "keyHash" text NOT NULL,
    "userId" text NOT NULL,
    "validUntil" text NOT NULL,
    "usedAt" text
);
CREATE TABLE public.pins (
    id text NOT NULL,
    subject text NOT NULL,
    hash text NOT NULL,
    "triesLeft" integer NOT NULL,
    "isSingleUse" integer NOT NULL,
    "workflowKey" text,
    "browserHash" text,
    "validUntil" text NOT NULL,
    "createdAt" text NOT NULL
);
CREATE TABLE public.previews (
    "fileId" text NOT NULL,
    kind text NOT NULL,
    "blobKey" text,
    tries integer NOT NULL,
    "retryAt" text
);
CREATE TABLE public.receipts (
    "messageId" text NOT NULL,
    "userId" text NOT NULL,
    "caseId" text NOT NULL,
    "timelineId" text NOT NULL,
    "messageCreatedAt" text DEFAULT ''::text NOT NULL,
    "readAt" text
);
CREATE TABLE public."recoveryCodes" (
    "userId" text NOT NULL,
    hash text NOT NULL
);
CREATE TABLE public."returnHosts" (
    "accountId" text NOT NULL,
    host text NOT NULL
);
CREATE TABLE public."revisionValidators" (
    "formId" text NOT NULL,
    number integer NOT NULL,
    "validatorCode" text NOT NULL,
    "validatorModule" text NOT NULL,
    "validatorHash" text NOT NULL,
    "validatorSource" text NOT NULL,
    "createdAt" text NOT NULL
);
CREATE TABLE public."searchEntries" (
    "messageId" text NOT NULL,
    words tsvector NOT NULL
);
CREATE TABLE public."searchWaiting" (
    "messageId" text NOT NULL
);
CREATE TABLE public.sessions (
    id text NOT NULL,
    "userId" text NOT NULL,
    kind text NOT NULL,
    "accountId" text,
    "refreshHash" text NOT NULL,
    "previousHash" text,
    "refreshedAt" text NOT NULL,
    device text NOT NULL,
    network text DEFAULT ''::text NOT NULL,
    "createdAt" text NOT NULL,
    "lastUsedAt" text NOT NULL,
    "validUntil" text NOT NULL,
    "endedAt" text
);
CREATE TABLE public.staff (
    "accountId" text NOT NULL,
    "userId" text NOT NULL,
    role text NOT NULL
);
CREATE TABLE public.submissions (
    id text NOT NULL,
    "workflowKey" text NOT NULL,
    "formId" text NOT NULL,
    "accountId" text NOT NULL,
    revision integer NOT NULL,
    language text NOT NULL,
    "agbAccepted" integer NOT NULL,
    "datenschutzAccepted" integer NOT NULL,
    answers text NOT NULL,
    "idempotencyKey" text,
    "submittedAt" text NOT NULL,
    suspicions text DEFAULT '[]'::text NOT NULL
);
CREATE TABLE public.tasks (
    "workflowKey" text NOT NULL,
    "accountId" text NOT NULL,
    "caseId" text NOT NULL,
    name text NOT NULL,
    status integer NOT NULL,
    "assigneeId" text,
    "validUntil" text,
    "reminderHours" integer,
    "remindAt" text,
    "openedAt" text,
    "answeredAt" text,
    "answeredBy" text,
    "closedAt" text,
    "closedBy" text,
    "idempotencyKey" text,
    "bodyHash" text NOT NULL,
    "createdAt" text NOT NULL
);
CREATE TABLE public.timelines (
    id text NOT NULL,
    "caseId" text NOT NULL,
    "messageCount" integer NOT NULL,
    "fileCount" integer NOT NULL,
    "lastMessageDate" text
);
CREATE TABLE public."totpSecrets" (
    "userId" text NOT NULL,
    "sealedSecret" text NOT NULL,
    "lastStep" integer NOT NULL,
    "createdAt" text NOT NULL
);
CREATE TABLE public."uploadParts" (
    "uploadId" text NOT NULL,
    start integer NOT NULL,
    "blobKey" text NOT NULL
);
CREATE TABLE public.uploads (
    id text NOT NULL,
    owner text NOT NULL,
    "elementId" text,
    name text NOT NULL,
    size integer NOT NULL,
    received integer NOT NULL,
    "idempotencyKey" text,
    "fileId" text,
    "createdAt" text NOT NULL,
    "lastUsedAt" text NOT NULL
);
CREATE TABLE public."usedTokens" (
    hash text NOT NULL,
    "validUntil" text NOT NULL
);
CREATE TABLE public.users (
    id text NOT NULL,
    salutation text NOT NULL,
    "firstName" text NOT NULL,
    "lastName" text NOT NULL,
    email text NOT NULL,
    "emailKey" text NOT NULL,
    mobile text,
    language text NOT NULL,
    username text,
    "usernameKey" text,
    "passwordHash" text,
    status integer NOT NULL,
    "pictureKey" text,
    "createdAt" text NOT NULL,
    "registeredAt" text
);
CREATE TABLE public.workflows (
    key text NOT NULL,
    "formId" text NOT NULL,
    revision integer NOT NULL,
    "accountId" text NOT NULL,
    type text DEFAULT 'ASSISTENT'::text NOT NULL,
    "returnUrl" text,
    "startedAt" text NOT NULL,
    "lastUsedAt" text DEFAULT ''::text NOT NULL,
    "idempotencyKey" text,
    "submittedAt" text
);
INSERT INTO public.accounts (id, "uniqueKey", name, "shortName", "primaryColor", "secondaryColor", "welcomeHeadline", "welcomeText", terms, privacy, imprint, accessibility, contact, "logoKey", "secondaryLogoKey", "isDashboardDisabled", "publicPageElsewhere", "footerLinks", categories, "feedbackFormId", "mainServiceFormId", "autoReply", "isAutoReplyOn", "taskReminderHours", "createdAt") VALUES ('account', 'kanzlei', 'Kanzlei Müller', 'Müller', '#123456', '#abcdef', 'Willkommen', 'Guten Tag', NULL, NULL, NULL, NULL, '{}', NULL, NULL, 0, NULL, NULL, '["Verkehrsrecht"]', NULL, NULL, '', 0, NULL, '2026-11-23T09:00:00.000Z');
INSERT INTO public."apiKeys" (hash, "accountId", "createdAt") VALUES ('hash-of-key', 'account', '2026-11-23T09:00:00.000Z');
INSERT INTO public.attachments ("messageId", "fileId", "caseId", "timelineId", "position", "createdAt") VALUES ('message', 'file', 'case', 'case', 0, '2026-11-23T09:00:00.000Z');
INSERT INTO public."caseClients" ("caseId", "userId", "accountId", "activeAt") VALUES ('case', 'client', 'account', '2026-11-23T09:00:00.000Z');
INSERT INTO public.cases (id, "accountId", header, aktenzeichen, aktenkurzbezeichnung, categories, "permissionToReply", "serviceAkte", "isEsyAkte", "creatorFirstName", "creatorLastName", assignees, "searchKey", "lastMessage", "lastMessageDate", "withdrawnAt", "idempotencyKey", "bodyHash", "createdAt") VALUES ('case', 'account', 'Unfall am Markt', '1/26', 'Özdemir', '[]', 1, 0, 0, 'Jan', 'Müller', '[]', 'unfall am markt', 'Guten Tag', '2026-11-23T09:00:00.000Z', NULL, NULL, '', '2026-11-23T09:00:00.000Z');
INSERT INTO public."eventHeads" ("userId", "lastId") VALUES ('client', 1);
INSERT INTO public.events ("userId", id, body, "createdAt") VALUES ('client', 1, '{"type":"messageCreated","accountId":"account","akteIdHash":"case","folderId":null,"messageId":"message"}', '2026-11-23T09:00:00.000Z');
INSERT INTO public.files (id, owner, "elementId", name, "nameKey", extension, size, sha256, "blobKey", "idempotencyKey", "submissionId", "createdAt") VALUES ('file', 'workflow:workflow', NULL, 'Übersicht.pdf', 'übersicht.pdf', 'pdf', 4, 'hash', 'blob', NULL, 'submission', '2026-11-23T09:00:00.000Z');
INSERT INTO public."formRevisions" ("formId", number, title, description, definition, "validatorCode", "validatorModule", "validatorHash", "validatorSource", "publishedAt") VALUES ('form', 1, 'Unfall', '', '{"title":"Unfall","pages":[]}', '', '', 'hash', '', '2026-11-23T09:00:00.000Z');
INSERT INTO public.forms (id, "accountId", "processGuid", title, definition, state, "idempotencyKey", "bodyHash", "createdAt", "updatedAt") VALUES ('form', 'account', 'process', 'Unfall', '{"title":"Unfall","pages":[]}', 'published', NULL, '', '2026-11-23T09:00:00.000Z', '2026-11-23T09:00:00.000Z');
INSERT INTO public.kysely_migration (name, "timestamp") VALUES ('0001_initial', '2026-11-23T07:36:01.845Z');
INSERT INTO public.kysely_migration_lock (id, is_locked) VALUES ('migration_lock', 0);
INSERT INTO public."mailOutbox" (id, kind, "accountId", language, recipient, "replyTo", "onceKey", subject, sealed, state, attempts, "nextAttemptAt", "goodUntil", "sentAt", "createdAt") VALUES ('mail', 'mail', 'account', 'de', 'miriam@example.org', NULL, NULL, 'Neue Nachricht', '', 'sent', 1, '2026-11-23T09:00:00.000Z', NULL, '2026-11-23T09:00:00.000Z', '2026-11-23T09:00:00.000Z');
INSERT INTO public.memberships ("userId", "accountId", "isDisabled", "acceptedAt", "termsHash", "privacyHash", "idempotencyKey", "bodyHash", "createdAt") VALUES ('client', 'account', 0, NULL, NULL, NULL, NULL, '', '2026-11-23T09:00:00.000Z');
INSERT INTO public.messages (id, "caseId", "timelineId", header, text, "creatorName", "authorId", labels, belegdatum, "withdrawnAt", "idempotencyKey", "bodyHash", "createdAt") VALUES ('message', 'case', 'case', 'Sachstand', 'Guten Tag, es gibt Neues.', 'Kanzlei Müller', 'account', '[]', NULL, NULL, NULL, '', '2026-11-23T09:00:00.000Z');
INSERT INTO public.receipts ("messageId", "userId", "caseId", "timelineId", "messageCreatedAt", "readAt") VALUES ('message', 'client', 'case', 'case', '2026-11-23T09:00:00.000Z', NULL);
INSERT INTO public."searchEntries" ("messageId", words) VALUES ('message', '''neues'' ''sachstand''');
INSERT INTO public.staff ("accountId", "userId", role) VALUES ('account', 'client', 'consultant');
INSERT INTO public.submissions (id, "workflowKey", "formId", "accountId", revision, language, "agbAccepted", "datenschutzAccepted", answers, "idempotencyKey", "submittedAt", suspicions) VALUES ('submission', 'workflow', 'form', 'account', 1, 'de', 1, 1, '{"plate":"B-FK 2026"}', NULL, '2026-11-23T09:00:00.000Z', '[]');
INSERT INTO public.tasks ("workflowKey", "accountId", "caseId", name, status, "assigneeId", "validUntil", "reminderHours", "remindAt", "openedAt", "answeredAt", "answeredBy", "closedAt", "closedBy", "idempotencyKey", "bodyHash", "createdAt") VALUES ('task', 'account', 'case', '"Unfall"', 0, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, '', '2026-11-23T09:00:00.000Z');
INSERT INTO public.timelines (id, "caseId", "messageCount", "fileCount", "lastMessageDate") VALUES ('case', 'case', 1, 1, '2026-11-23T09:00:00.000Z');
INSERT INTO public.users (id, salutation, "firstName", "lastName", email, "emailKey", mobile, language, username, "usernameKey", "passwordHash", status, "pictureKey", "createdAt", "registeredAt") VALUES ('client', 'Frau', 'Miriam', 'Özdemir', 'Miriam@example.org', 'miriam@example.org', NULL, 'de', NULL, NULL, NULL, 0, NULL, '2026-11-23T09:00:00.000Z', NULL);
INSERT INTO public.workflows (key, "formId", revision, "accountId", type, "returnUrl", "startedAt", "lastUsedAt", "idempotencyKey", "submittedAt") VALUES ('workflow', 'form', 1, 'account', 'ASSISTENT', NULL, '2026-11-23T09:00:00.000Z', '2026-11-23T09:00:00.000Z', NULL, '2026-11-23T09:00:00.000Z');
INSERT INTO public.workflows (key, "formId", revision, "accountId", type, "returnUrl", "startedAt", "lastUsedAt", "idempotencyKey", "submittedAt") VALUES ('task', 'form', 1, 'account', 'ASSISTENT', NULL, '2026-11-23T09:00:00.000Z', '2026-11-23T09:00:00.000Z', NULL, NULL);
ALTER TABLE ONLY public.accounts
    ADD CONSTRAINT accounts_pkey PRIMARY KEY (id);
ALTER TABLE ONLY public.accounts
    ADD CONSTRAINT "accounts_uniqueKey_key" UNIQUE ("uniqueKey");
ALTER TABLE ONLY public."apiKeys"
    ADD CONSTRAINT "apiKeys_pkey" PRIMARY KEY (hash);
ALTER TABLE ONLY public.attachments
    ADD CONSTRAINT "attachmentsKey" PRIMARY KEY ("messageId", "fileId");
ALTER TABLE ONLY public."attemptCounters"
    ADD CONSTRAINT "attemptCounters_pkey" PRIMARY KEY (subject);
ALTER TABLE ONLY public."caseClients"
    ADD CONSTRAINT "caseClientsKey" PRIMARY KEY ("caseId", "userId");
ALTER TABLE ONLY public."caseHistories"
    ADD CONSTRAINT "caseHistories_pkey" PRIMARY KEY ("caseId");
ALTER TABLE ONLY public.cases
    ADD CONSTRAINT "casesOncePerKey" UNIQUE ("accountId", "idempotencyKey");
ALTER TABLE ONLY public.cases
    ADD CONSTRAINT cases_pkey PRIMARY KEY (id);
ALTER TABLE ONLY public."credentialRequests"
    ADD CONSTRAINT "credentialRequests_pkey" PRIMARY KEY (id);
ALTER TABLE ONLY public."eventHeads"
    ADD CONSTRAINT "eventHeads_pkey" PRIMARY KEY ("userId");
ALTER TABLE ONLY public.events
    ADD CONSTRAINT "eventsKey" PRIMARY KEY ("userId", id);
ALTER TABLE ONLY public.evidence
    ADD CONSTRAINT "evidenceByPosition" UNIQUE ("accountId", "position");
ALTER TABLE ONLY public."evidenceChains"
    ADD CONSTRAINT "evidenceChains_pkey" PRIMARY KEY ("accountId");
ALTER TABLE ONLY public."evidenceTexts"
    ADD CONSTRAINT "evidenceTexts_pkey" PRIMARY KEY (hash);
ALTER TABLE ONLY public.evidence
    ADD CONSTRAINT evidence_pkey PRIMARY KEY ("submissionId");
ALTER TABLE ONLY public."expertAreas"
    ADD CONSTRAINT "expertAreasKey" PRIMARY KEY ("accountId", prefix, "expertId");
ALTER TABLE ONLY public.experts
    ADD CONSTRAINT "expertsKey" PRIMARY KEY ("accountId", id);
ALTER TABLE ONLY public."externalRequests"
    ADD CONSTRAINT "externalRequestsOncePerKey" UNIQUE ("accountId", "idempotencyKey");
ALTER TABLE ONLY public."externalRequests"
    ADD CONSTRAINT "externalRequests_pkey" PRIMARY KEY (key);
ALTER TABLE ONLY public."externalRequests"
    ADD CONSTRAINT "externalRequests_workflowKey_key" UNIQUE ("workflowKey");
ALTER TABLE ONLY public.favorites
    ADD CONSTRAINT "favoritesKey" PRIMARY KEY ("userId", "messageId");
ALTER TABLE ONLY public.files
    ADD CONSTRAINT "filesOncePerKey" UNIQUE (owner, "idempotencyKey");
ALTER TABLE ONLY public.files
    ADD CONSTRAINT files_pkey PRIMARY KEY (id);
ALTER TABLE ONLY public.folders
    ADD CONSTRAINT "foldersOncePerKey" UNIQUE ("caseId", "idempotencyKey");
ALTER TABLE ONLY public.folders
    ADD CONSTRAINT folders_pkey PRIMARY KEY (id);
ALTER TABLE ONLY public."formRevisions"
    ADD CONSTRAINT "formRevisionsKey" PRIMARY KEY ("formId", number);
ALTER TABLE ONLY public."formSteps"
    ADD CONSTRAINT "formStepsKey" PRIMARY KEY ("formId", revision, day, step);
ALTER TABLE ONLY public.forms
    ADD CONSTRAINT "formsOncePerKey" UNIQUE ("accountId", "idempotencyKey");
ALTER TABLE ONLY public.forms
    ADD CONSTRAINT forms_pkey PRIMARY KEY (id);
ALTER TABLE ONLY public.forms
    ADD CONSTRAINT "forms_processGuid_key" UNIQUE ("processGuid");
ALTER TABLE ONLY public."idempotencyResponses"
    ADD CONSTRAINT "idempotencyResponses_pkey" PRIMARY KEY (key);
ALTER TABLE ONLY public.invitations
    ADD CONSTRAINT "invitations_keyHash_key" UNIQUE ("keyHash");
ALTER TABLE ONLY public.invitations
    ADD CONSTRAINT invitations_pkey PRIMARY KEY (id);
ALTER TABLE ONLY public.kysely_migration_lock
    ADD CONSTRAINT kysely_migration_lock_pkey PRIMARY KEY (id);
ALTER TABLE ONLY public.kysely_migration
    ADD CONSTRAINT kysely_migration_pkey PRIMARY KEY (name);
ALTER TABLE ONLY public."loginTries"
    ADD CONSTRAINT "loginTries_pkey" PRIMARY KEY (subject);
ALTER TABLE ONLY public."mailOutbox"
    ADD CONSTRAINT "mailOutbox_pkey" PRIMARY KEY (id);
ALTER TABLE ONLY public.memberships
    ADD CONSTRAINT "membershipsKey" PRIMARY KEY ("userId", "accountId");
ALTER TABLE ONLY public.messages
    ADD CONSTRAINT messages_pkey PRIMARY KEY (id);
ALTER TABLE ONLY public.passkeys
    ADD CONSTRAINT passkeys_pkey PRIMARY KEY (id);
ALTER TABLE ONLY public."passwordLinks"
    ADD CONSTRAINT "passwordLinks_pkey" PRIMARY KEY ("keyHash");
ALTER TABLE ONLY public.pins
    ADD CONSTRAINT pins_pkey PRIMARY KEY (id);
ALTER TABLE ONLY public.previews
    ADD CONSTRAINT "previewsKey" PRIMARY KEY ("fileId", kind);
ALTER TABLE ONLY public.receipts
    ADD CONSTRAINT "receiptsKey" PRIMARY KEY ("messageId", "userId");
ALTER TABLE ONLY public."recoveryCodes"
    ADD CONSTRAINT "recoveryCodesKey" PRIMARY KEY ("userId", hash);
ALTER TABLE ONLY public."returnHosts"
    ADD CONSTRAINT "returnHostsKey" PRIMARY KEY ("accountId", host);
ALTER TABLE ONLY public."revisionValidators"
    ADD CONSTRAINT "revisionValidatorsKey" PRIMARY KEY ("formId", number, "validatorSource");
ALTER TABLE ONLY public."searchEntries"
    ADD CONSTRAINT "searchEntries_pkey" PRIMARY KEY ("messageId");
ALTER TABLE ONLY public."searchWaiting"
    ADD CONSTRAINT "searchWaiting_pkey" PRIMARY KEY ("messageId");
ALTER TABLE ONLY public.sessions
    ADD CONSTRAINT sessions_pkey PRIMARY KEY (id);
ALTER TABLE ONLY public.sessions
    ADD CONSTRAINT "sessions_previousHash_key" UNIQUE ("previousHash");
ALTER TABLE ONLY public.sessions
    ADD CONSTRAINT "sessions_refreshHash_key" UNIQUE ("refreshHash");
ALTER TABLE ONLY public.staff
    ADD CONSTRAINT "staffKey" PRIMARY KEY ("accountId", "userId");
ALTER TABLE ONLY public.submissions
    ADD CONSTRAINT submissions_pkey PRIMARY KEY (id);
ALTER TABLE ONLY public.submissions
    ADD CONSTRAINT "submissions_workflowKey_key" UNIQUE ("workflowKey");
ALTER TABLE ONLY public.tasks
    ADD CONSTRAINT "tasksOncePerKey" UNIQUE ("accountId", "idempotencyKey");
ALTER TABLE ONLY public.tasks
    ADD CONSTRAINT tasks_pkey PRIMARY KEY ("workflowKey");
ALTER TABLE ONLY public.timelines
    ADD CONSTRAINT timelines_pkey PRIMARY KEY (id);
ALTER TABLE ONLY public."totpSecrets"
    ADD CONSTRAINT "totpSecrets_pkey" PRIMARY KEY ("userId");
ALTER TABLE ONLY public."uploadParts"
    ADD CONSTRAINT "uploadPartsInOrder" PRIMARY KEY ("uploadId", start);
ALTER TABLE ONLY public.uploads
    ADD CONSTRAINT "uploadsOncePerKey" UNIQUE (owner, "idempotencyKey");
ALTER TABLE ONLY public.uploads
    ADD CONSTRAINT uploads_pkey PRIMARY KEY (id);
ALTER TABLE ONLY public."usedTokens"
    ADD CONSTRAINT "usedTokens_pkey" PRIMARY KEY (hash);
ALTER TABLE ONLY public.users
    ADD CONSTRAINT users_pkey PRIMARY KEY (id);
ALTER TABLE ONLY public.users
    ADD CONSTRAINT "users_usernameKey_key" UNIQUE ("usernameKey");
ALTER TABLE ONLY public.workflows
    ADD CONSTRAINT workflows_pkey PRIMARY KEY (key);
CREATE INDEX "attachmentsInOrder" ON public.attachments USING btree ("timelineId", "createdAt", "messageId");
CREATE INDEX "attachmentsOfCase" ON public.attachments USING btree ("caseId", "createdAt", "messageId", "position");
CREATE INDEX "attachmentsOfFile" ON public.attachments USING btree ("fileId");
CREATE INDEX "attemptCountersByTime" ON public."attemptCounters" USING btree ("endsAt");
CREATE INDEX "casesByAccount" ON public.cases USING btree ("accountId", "createdAt", id);
CREATE INDEX "casesOfClient" ON public."caseClients" USING btree ("userId", "activeAt", "caseId");
CREATE INDEX "eventsByTime" ON public.events USING btree ("createdAt");
CREATE INDEX "externalRequestsByAccount" ON public."externalRequests" USING btree ("accountId", "createdAt", key);
CREATE INDEX "favoritesInOrder" ON public.favorites USING btree ("userId", "caseId", "messageCreatedAt", "messageId");
CREATE INDEX "filesByBlob" ON public.files USING btree ("blobKey");
CREATE INDEX "filesByOwner" ON public.files USING btree (owner, "createdAt");
CREATE INDEX "filesBySubmission" ON public.files USING btree ("submissionId");
CREATE INDEX "filesNotSent" ON public.files USING btree ("createdAt") WHERE ("submissionId" IS NULL);
CREATE INDEX "formRevisionsByHash" ON public."formRevisions" USING btree ("validatorHash");
CREATE INDEX "formStepsByDay" ON public."formSteps" USING btree (day);
CREATE INDEX "idempotencyResponsesByTime" ON public."idempotencyResponses" USING btree ("validUntil");
CREATE INDEX "invitationsOfUser" ON public.invitations USING btree ("userId", "accountId");
CREATE INDEX "loginTriesByTime" ON public."loginTries" USING btree ("triedAt");
CREATE INDEX "mailOutboxDue" ON public."mailOutbox" USING btree (state, "nextAttemptAt");
CREATE UNIQUE INDEX "mailOutboxOncePerKey" ON public."mailOutbox" USING btree ("onceKey");
CREATE INDEX "membershipsByAccount" ON public.memberships USING btree ("accountId", "createdAt", "userId");
CREATE UNIQUE INDEX "membershipsOncePerKey" ON public.memberships USING btree ("accountId", "idempotencyKey");
CREATE INDEX "messagesInOrder" ON public.messages USING btree ("timelineId", "createdAt", id);
CREATE INDEX "messagesOfCase" ON public.messages USING btree ("caseId", "createdAt", id);
CREATE UNIQUE INDEX "messagesOncePerKey" ON public.messages USING btree ("caseId", "authorId", "idempotencyKey");
CREATE INDEX "passkeysOfUser" ON public.passkeys USING btree ("userId");
CREATE INDEX "passwordLinksOfUser" ON public."passwordLinks" USING btree ("userId");
CREATE INDEX "pinsBySubject" ON public.pins USING btree (subject, "createdAt");
CREATE INDEX "previewsByBlob" ON public.previews USING btree ("blobKey");
CREATE INDEX "revisionValidatorsByHash" ON public."revisionValidators" USING btree ("validatorHash");
CREATE INDEX "searchEntriesByWord" ON public."searchEntries" USING gin (words);
CREATE INDEX "sessionsOfUser" ON public.sessions USING btree ("userId", "endedAt");
CREATE INDEX "staffByUser" ON public.staff USING btree ("userId");
CREATE INDEX "submissionsByAccount" ON public.submissions USING btree ("accountId", "submittedAt", id);
CREATE INDEX "submissionsByForm" ON public.submissions USING btree ("formId", "submittedAt");
CREATE INDEX "tasksByDeadline" ON public.tasks USING btree ("validUntil") WHERE (("closedAt" IS NULL) AND ("answeredAt" IS NULL));
CREATE INDEX "tasksByReminder" ON public.tasks USING btree ("remindAt") WHERE ("remindAt" IS NOT NULL);
CREATE INDEX "tasksOfAccount" ON public.tasks USING btree ("accountId", "createdAt", "workflowKey");
CREATE INDEX "tasksOfCase" ON public.tasks USING btree ("caseId", "createdAt");
CREATE INDEX "timelinesOfCase" ON public.timelines USING btree ("caseId");
CREATE INDEX "unreadInOrder" ON public.receipts USING btree ("userId", "caseId", "timelineId", "messageCreatedAt", "messageId") WHERE ("readAt" IS NULL);
CREATE INDEX "uploadPartsByBlob" ON public."uploadParts" USING btree ("blobKey");
CREATE INDEX "uploadsByUse" ON public.uploads USING btree ("lastUsedAt");
CREATE INDEX "usersByEmail" ON public.users USING btree ("emailKey");
CREATE INDEX "workflowsNotSent" ON public.workflows USING btree ("lastUsedAt") WHERE ("submittedAt" IS NULL);
CREATE UNIQUE INDEX "workflowsOncePerKey" ON public.workflows USING btree ("formId", "idempotencyKey");
ALTER TABLE ONLY public."apiKeys"
    ADD CONSTRAINT "apiKeys_accountId_fkey" FOREIGN KEY ("accountId") REFERENCES public.accounts(id);
ALTER TABLE ONLY public.attachments
    ADD CONSTRAINT "attachments_caseId_fkey" FOREIGN KEY ("caseId") REFERENCES public.cases(id);
ALTER TABLE ONLY public.attachments
    ADD CONSTRAINT "attachments_fileId_fkey" FOREIGN KEY ("fileId") REFERENCES public.files(id);
ALTER TABLE ONLY public.attachments
    ADD CONSTRAINT "attachments_messageId_fkey" FOREIGN KEY ("messageId") REFERENCES public.messages(id);
ALTER TABLE ONLY public.attachments
    ADD CONSTRAINT "attachments_timelineId_fkey" FOREIGN KEY ("timelineId") REFERENCES public.timelines(id);
ALTER TABLE ONLY public."caseClients"
    ADD CONSTRAINT "caseClients_accountId_fkey" FOREIGN KEY ("accountId") REFERENCES public.accounts(id);
ALTER TABLE ONLY public."caseClients"
    ADD CONSTRAINT "caseClients_caseId_fkey" FOREIGN KEY ("caseId") REFERENCES public.cases(id);
ALTER TABLE ONLY public."caseClients"
    ADD CONSTRAINT "caseClients_userId_fkey" FOREIGN KEY ("userId") REFERENCES public.users(id);
ALTER TABLE ONLY public."caseHistories"
    ADD CONSTRAINT "caseHistories_caseId_fkey" FOREIGN KEY ("caseId") REFERENCES public.cases(id);
ALTER TABLE ONLY public.cases
    ADD CONSTRAINT "cases_accountId_fkey" FOREIGN KEY ("accountId") REFERENCES public.accounts(id);
ALTER TABLE ONLY public."eventHeads"
    ADD CONSTRAINT "eventHeads_userId_fkey" FOREIGN KEY ("userId") REFERENCES public.users(id);
ALTER TABLE ONLY public.events
    ADD CONSTRAINT "events_userId_fkey" FOREIGN KEY ("userId") REFERENCES public.users(id);
ALTER TABLE ONLY public."evidenceChains"
    ADD CONSTRAINT "evidenceChains_accountId_fkey" FOREIGN KEY ("accountId") REFERENCES public.accounts(id);
ALTER TABLE ONLY public.evidence
    ADD CONSTRAINT "evidence_accountId_fkey" FOREIGN KEY ("accountId") REFERENCES public.accounts(id);
ALTER TABLE ONLY public."expertAreas"
    ADD CONSTRAINT "expertAreasExpert" FOREIGN KEY ("accountId", "expertId") REFERENCES public.experts("accountId", id) ON DELETE CASCADE;
ALTER TABLE ONLY public.experts
    ADD CONSTRAINT "experts_accountId_fkey" FOREIGN KEY ("accountId") REFERENCES public.accounts(id);
ALTER TABLE ONLY public."externalRequests"
    ADD CONSTRAINT "externalRequests_accountId_fkey" FOREIGN KEY ("accountId") REFERENCES public.accounts(id);
ALTER TABLE ONLY public.favorites
    ADD CONSTRAINT "favorites_caseId_fkey" FOREIGN KEY ("caseId") REFERENCES public.cases(id);
ALTER TABLE ONLY public.favorites
    ADD CONSTRAINT "favorites_messageId_fkey" FOREIGN KEY ("messageId") REFERENCES public.messages(id);
ALTER TABLE ONLY public.favorites
    ADD CONSTRAINT "favorites_userId_fkey" FOREIGN KEY ("userId") REFERENCES public.users(id);
ALTER TABLE ONLY public.files
    ADD CONSTRAINT "files_submissionId_fkey" FOREIGN KEY ("submissionId") REFERENCES public.submissions(id);
ALTER TABLE ONLY public.folders
    ADD CONSTRAINT "folders_caseId_fkey" FOREIGN KEY ("caseId") REFERENCES public.cases(id);
ALTER TABLE ONLY public.folders
    ADD CONSTRAINT folders_id_fkey FOREIGN KEY (id) REFERENCES public.timelines(id);
ALTER TABLE ONLY public.folders
    ADD CONSTRAINT "folders_parentId_fkey" FOREIGN KEY ("parentId") REFERENCES public.folders(id);
ALTER TABLE ONLY public."formRevisions"
    ADD CONSTRAINT "formRevisions_formId_fkey" FOREIGN KEY ("formId") REFERENCES public.forms(id);
ALTER TABLE ONLY public."formSteps"
    ADD CONSTRAINT "formSteps_formId_fkey" FOREIGN KEY ("formId") REFERENCES public.forms(id);
ALTER TABLE ONLY public.forms
    ADD CONSTRAINT "forms_accountId_fkey" FOREIGN KEY ("accountId") REFERENCES public.accounts(id);
ALTER TABLE ONLY public.invitations
    ADD CONSTRAINT "invitations_accountId_fkey" FOREIGN KEY ("accountId") REFERENCES public.accounts(id);
ALTER TABLE ONLY public.invitations
    ADD CONSTRAINT "invitations_userId_fkey" FOREIGN KEY ("userId") REFERENCES public.users(id);
ALTER TABLE ONLY public."mailOutbox"
    ADD CONSTRAINT "mailOutbox_accountId_fkey" FOREIGN KEY ("accountId") REFERENCES public.accounts(id);
ALTER TABLE ONLY public.memberships
    ADD CONSTRAINT "memberships_accountId_fkey" FOREIGN KEY ("accountId") REFERENCES public.accounts(id);
ALTER TABLE ONLY public.memberships
    ADD CONSTRAINT "memberships_userId_fkey" FOREIGN KEY ("userId") REFERENCES public.users(id);
ALTER TABLE ONLY public.messages
    ADD CONSTRAINT "messages_caseId_fkey" FOREIGN KEY ("caseId") REFERENCES public.cases(id);
ALTER TABLE ONLY public.messages
    ADD CONSTRAINT "messages_timelineId_fkey" FOREIGN KEY ("timelineId") REFERENCES public.timelines(id);
ALTER TABLE ONLY public.passkeys
    ADD CONSTRAINT "passkeys_userId_fkey" FOREIGN KEY ("userId") REFERENCES public.users(id);
ALTER TABLE ONLY public."passwordLinks"
    ADD CONSTRAINT "passwordLinks_userId_fkey" FOREIGN KEY ("userId") REFERENCES public.users(id);
ALTER TABLE ONLY public.receipts
    ADD CONSTRAINT "receipts_caseId_fkey" FOREIGN KEY ("caseId") REFERENCES public.cases(id);
ALTER TABLE ONLY public.receipts
    ADD CONSTRAINT "receipts_messageId_fkey" FOREIGN KEY ("messageId") REFERENCES public.messages(id);
ALTER TABLE ONLY public.receipts
    ADD CONSTRAINT "receipts_timelineId_fkey" FOREIGN KEY ("timelineId") REFERENCES public.timelines(id);
ALTER TABLE ONLY public.receipts
    ADD CONSTRAINT "receipts_userId_fkey" FOREIGN KEY ("userId") REFERENCES public.users(id);
ALTER TABLE ONLY public."recoveryCodes"
    ADD CONSTRAINT "recoveryCodes_userId_fkey" FOREIGN KEY ("userId") REFERENCES public.users(id);
ALTER TABLE ONLY public."returnHosts"
    ADD CONSTRAINT "returnHosts_accountId_fkey" FOREIGN KEY ("accountId") REFERENCES public.accounts(id);
ALTER TABLE ONLY public."revisionValidators"
    ADD CONSTRAINT "revisionValidators_formId_fkey" FOREIGN KEY ("formId") REFERENCES public.forms(id);
ALTER TABLE ONLY public."searchEntries"
    ADD CONSTRAINT "searchEntries_messageId_fkey" FOREIGN KEY ("messageId") REFERENCES public.messages(id);
ALTER TABLE ONLY public."searchWaiting"
    ADD CONSTRAINT "searchWaiting_messageId_fkey" FOREIGN KEY ("messageId") REFERENCES public.messages(id);
ALTER TABLE ONLY public.sessions
    ADD CONSTRAINT "sessions_accountId_fkey" FOREIGN KEY ("accountId") REFERENCES public.accounts(id);
ALTER TABLE ONLY public.sessions
    ADD CONSTRAINT "sessions_userId_fkey" FOREIGN KEY ("userId") REFERENCES public.users(id);
ALTER TABLE ONLY public.staff
    ADD CONSTRAINT "staff_accountId_fkey" FOREIGN KEY ("accountId") REFERENCES public.accounts(id);
ALTER TABLE ONLY public.staff
    ADD CONSTRAINT "staff_userId_fkey" FOREIGN KEY ("userId") REFERENCES public.users(id);
ALTER TABLE ONLY public.submissions
    ADD CONSTRAINT "submissions_accountId_fkey" FOREIGN KEY ("accountId") REFERENCES public.accounts(id);
ALTER TABLE ONLY public.submissions
    ADD CONSTRAINT "submissions_formId_fkey" FOREIGN KEY ("formId") REFERENCES public.forms(id);
ALTER TABLE ONLY public.submissions
    ADD CONSTRAINT "submissions_workflowKey_fkey" FOREIGN KEY ("workflowKey") REFERENCES public.workflows(key);
ALTER TABLE ONLY public.tasks
    ADD CONSTRAINT "tasks_accountId_fkey" FOREIGN KEY ("accountId") REFERENCES public.accounts(id);
ALTER TABLE ONLY public.tasks
    ADD CONSTRAINT "tasks_answeredBy_fkey" FOREIGN KEY ("answeredBy") REFERENCES public.users(id);
ALTER TABLE ONLY public.tasks
    ADD CONSTRAINT "tasks_assigneeId_fkey" FOREIGN KEY ("assigneeId") REFERENCES public.users(id);
ALTER TABLE ONLY public.tasks
    ADD CONSTRAINT "tasks_caseId_fkey" FOREIGN KEY ("caseId") REFERENCES public.cases(id);
ALTER TABLE ONLY public.tasks
    ADD CONSTRAINT "tasks_workflowKey_fkey" FOREIGN KEY ("workflowKey") REFERENCES public.workflows(key);
ALTER TABLE ONLY public.timelines
    ADD CONSTRAINT "timelines_caseId_fkey" FOREIGN KEY ("caseId") REFERENCES public.cases(id);
ALTER TABLE ONLY public."totpSecrets"
    ADD CONSTRAINT "totpSecrets_userId_fkey" FOREIGN KEY ("userId") REFERENCES public.users(id);
ALTER TABLE ONLY public."uploadParts"
    ADD CONSTRAINT "uploadParts_uploadId_fkey" FOREIGN KEY ("uploadId") REFERENCES public.uploads(id);
ALTER TABLE ONLY public.workflows
    ADD CONSTRAINT "workflows_accountId_fkey" FOREIGN KEY ("accountId") REFERENCES public.accounts(id);
ALTER TABLE ONLY public.workflows
    ADD CONSTRAINT "workflows_formId_fkey" FOREIGN KEY ("formId") REFERENCES public.forms(id);
