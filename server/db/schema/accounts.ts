import type { StaffRole } from '#schemas/accounts/staff.ts';
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
  createdAt: Instant;
};

export type ApiKeyRow = { hash: string; accountId: string; createdAt: Instant };

/** A host to which a form may redirect, besides the account's own website. */
export type ReturnHostRow = { accountId: string; host: string };

/** A staff member with access to the account's board. */
export type StaffRow = { accountId: string; userId: string; role: StaffRole };
