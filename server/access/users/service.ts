/** The interface of users and invitations for other modules. */
export { createAdministrator, type NewAdministrator } from './administrator.ts';
export { indexClient, indexWaitingClients } from './clientSearch.ts';
export { createUser, getOwnClient } from './clients.ts';
export { erasePerson } from './erasure.ts';
export { inviteEmployee } from './staffInvitations.ts';
export {
  checkUsername,
  getTask,
  getUsernameError,
  openWizard,
  registerUser,
} from './registration.ts';
export { getLoginEmail, listIdsByExternalId } from './repository.ts';
export { revokeInvitations as revokeStoredInvitations, type Client } from './repository.ts';
export { joinInvitation } from './joining.ts';
export { presentUser } from './presentUser.ts';
export { upsertClient } from './upsertClient.ts';
export { readSmsNumber } from './mobileNumber.ts';
export {
  describeInvitation,
  getInvitation,
  inviteUser,
  listUsableChannels,
  type KnownInvitation,
} from './invitations.ts';
