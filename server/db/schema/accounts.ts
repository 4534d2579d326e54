import type { StaffRole } from '#schemas/platform/endpoint.ts';
import type { Flag, Instant, Json } from './columns.ts';

export type AccountRow = {
  id: string;
  uniqueKey: string;
  name: string;
  shortName: string;
  primaryColor: string;
  secondaryColor: string;
  welcomeHeadline: string;
  welcomeText: string;
  terms: string | null;
  privacy: string | null;
  imprint: string | null;
  accessibility: string | null;
  contact: Json;
  logoKey: string | null;
  secondaryLogoKey: string | null;
  isDashboardDisabled: Flag;
  /** redirect target of the public page; null: the portal serves it */
  publicPageElsewhere: string | null;
  /** the account's own footer links; null: none */
  footerLinks: Json | null;
  /** string[]: fields of work */
  categories: Json;
  /** feedback form, offered while it is published */
  feedbackFormId: string | null;
  /** main form of the public page; null or unpublished: the oldest form */
  mainServiceFormId: string | null;
  /** automatic reply to client messages */
  autoReply: string;
  isAutoReplyOn: Flag;
  /** default reminder, in hours before a task's deadline; null: none */
  taskReminderHours: number | null;
  /** since when staff need a second factor without a break; null: they need none */
  staffSecondFactorSince: Instant | null;
  createdAt: Instant;
  /** disabled by the operator: no key, session, page or form of it works; null: not */
  disabledAt: Instant | null;
};

/** A key of an account's programs. */
export type ApiKeyRow = {
  hash: string;
  id: string;
  accountId: string;
  name: string;
  /** KeyScope[] */
  scopes: Json;
  createdAt: Instant;
  /** null: no end */
  validUntil: Instant | null;
  /** when a rotation replaced it; null: never */
  rotatedAt: Instant | null;
  /** exact to a few minutes; null: never used */
  lastUsedAt: Instant | null;
};

/** A host to which a form may redirect, besides the account's own website. */
export type ReturnHostRow = { accountId: string; host: string };

/** A staff member who may see a case. A case without rows is open to all staff. */
export type CaseStaffRow = { caseId: string; userId: string };

/** A staff member with access to the account's board. */
export type StaffRow = { accountId: string; userId: string; role: StaffRole };
