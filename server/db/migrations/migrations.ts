import type { Migration } from 'kysely';
import { initial } from './0001_initial/initial.ts';
import { waitingEvidence } from './0002_waitingEvidence.ts';
import { installation } from './0003_installation.ts';
import { caseSearch } from './0004_caseSearch.ts';
import { undecidedTries } from './0005_undecidedTries.ts';
import { sentTimes } from './0006_sentTimes.ts';
import { apiKeys } from './0007_apiKeys.ts';
import { disabledAccounts } from './0008_disabledAccounts.ts';
import { formVisibility } from './0009_formVisibility.ts';
import { notifications } from './0010_notifications.ts';
import { programEvents } from './0011_programEvents.ts';
import { webhooks } from './0012_webhooks.ts';
import { firmNotifications } from './0013_firmNotifications.ts';
import { formClosings } from './0014_formClosings.ts';
import { externalIds } from './0017_externalIds.ts';
import { foundRecords } from './0018_foundRecords.ts';
import { submissionMarks } from './0019_submissionMarks.ts';
import { staffSecondFactor } from './0021_staffSecondFactor.ts';
import { sharedLogins } from './0023_sharedLogins.ts';
import { ownContacts } from './0024_ownContacts.ts';
import { endedRelations } from './0025_endedRelations.ts';
import { caseStaff } from './0026_caseStaff.ts';
import { pushSubscriptions } from './0027_pushSubscriptions.ts';
import { inbox } from './0028_inbox.ts';
import { activeCases } from './0029_activeCases.ts';
import { clientAccess } from './0030_clientAccess.ts';
import { searchAgain } from './0031_searchAgain.ts';
import { usernameKeys } from './0032_usernameKeys.ts';
import { fileNames } from './0033_fileNames.ts';
import { foldedUsernames } from './0034_foldedUsernames.ts';
import { wholeWords } from './0035_wholeWords.ts';
import { erasures } from './0036_erasures.ts';
import { answerStems } from './0037_answerStems.ts';
import { formTitles } from './0038_formTitles.ts';
import { prefilledNames } from './0039_prefilledNames.ts';
import { clientErasures } from './0040_clientErasures.ts';
import { rotatedKeys } from './0041_rotatedKeys.ts';
import { mailsOfUsers } from './0042_mailsOfUsers.ts';

/** All migrations by name, in the order of their numbers. In code, so the bundle contains them. */
export const migrations: Readonly<Record<string, Migration>> = {
  '0001_initial': initial,
  '0002_waitingEvidence_expand': waitingEvidence,
  '0003_installation_expand': installation,
  '0004_caseSearch_expand': caseSearch,
  '0005_undecidedTries_expand': undecidedTries,
  '0006_sentTimes_expand': sentTimes,
  '0007_apiKeys_expand': apiKeys,
  '0008_disabledAccounts_expand': disabledAccounts,
  '0009_formVisibility_expand': formVisibility,
  '0010_notifications_expand': notifications,
  '0011_programEvents_expand': programEvents,
  '0012_webhooks_expand': webhooks,
  '0013_firmNotifications_expand': firmNotifications,
  '0014_formClosings_expand': formClosings,
  '0017_externalIds_expand': externalIds,
  '0018_foundRecords_expand': foundRecords,
  '0019_submissionMarks_expand': submissionMarks,
  '0021_staffSecondFactor_expand': staffSecondFactor,
  '0023_sharedLogins_expand': sharedLogins,
  '0024_ownContacts_expand': ownContacts,
  '0025_endedRelations_expand': endedRelations,
  '0026_caseStaff_expand': caseStaff,
  '0027_pushSubscriptions_expand': pushSubscriptions,
  '0028_inbox_expand': inbox,
  '0029_activeCases_expand': activeCases,
  '0030_clientAccess_expand': clientAccess,
  '0031_searchAgain_expand': searchAgain,
  '0032_usernameKeys_expand': usernameKeys,
  '0033_fileNames_expand': fileNames,
  '0034_foldedUsernames_expand': foldedUsernames,
  '0035_wholeWords_expand': wholeWords,
  '0036_erasures_expand': erasures,
  '0037_answerStems_expand': answerStems,
  '0038_formTitles_expand': formTitles,
  '0039_prefilledNames_expand': prefilledNames,
  '0040_clientErasures_expand': clientErasures,
  '0041_rotatedKeys_expand': rotatedKeys,
  '0042_mailsOfUsers_expand': mailsOfUsers,
};

/**
 * Returns true for a migration that only adds: builds without it still run on the database. The
 * mark is in the name, because an older build knows no more of it (CONTRIBUTING.md).
 */
export const isCompatible = (name: string): boolean => name.endsWith('_expand');
