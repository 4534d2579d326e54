import { listElements, type FormContent } from '#schemas/forms/forms.ts';
import type { ValidatorModule } from '#src/engine/react/context/formEngine.ts';
import { loadViews } from '#src/engine/react/context/loadViews.ts';
import { createOutcomes } from '#src/loading/outcomes.ts';
import { portalRegistry } from '#widgets/portalRegistry.ts';

export type PortalFormModule = ValidatorModule & { content: FormContent };

/** The portal's own forms (docs/behaviour/portal.md#own-forms), each in a chunk of its own. */
const loaders = {
  activation: () => import('#schemas/ownForms/activation.json?portalForm'),
  addPasskey: () => import('#schemas/ownForms/addPasskey.json?portalForm'),
  changePassword: () => import('#schemas/ownForms/changePassword.json?portalForm'),
  client: () => import('#schemas/ownForms/client.json?portalForm'),
  confirmPassword: () => import('#schemas/ownForms/confirmPassword.json?portalForm'),
  contactCode: () => import('#schemas/ownForms/contactCode.json?portalForm'),
  enterPin: () => import('#schemas/ownForms/enterPin.json?portalForm'),
  forgotPassword: () => import('#schemas/ownForms/forgotPassword.json?portalForm'),
  forgotUsername: () => import('#schemas/ownForms/forgotUsername.json?portalForm'),
  language: () => import('#schemas/ownForms/language.json?portalForm'),
  login: () => import('#schemas/ownForms/login.json?portalForm'),
  newMessage: () => import('#schemas/ownForms/newMessage.json?portalForm'),
  notifications: () => import('#schemas/ownForms/notifications.json?portalForm'),
  ownEmail: () => import('#schemas/ownForms/ownEmail.json?portalForm'),
  ownMobile: () => import('#schemas/ownForms/ownMobile.json?portalForm'),
  ownDetails: () => import('#schemas/ownForms/ownDetails.json?portalForm'),
  profilePicture: () => import('#schemas/ownForms/profilePicture.json?portalForm'),
  recoveryCode: () => import('#schemas/ownForms/recoveryCode.json?portalForm'),
  registrationPassword: () => import('#schemas/ownForms/registrationPassword.json?portalForm'),
  registrationUsername: () => import('#schemas/ownForms/registrationUsername.json?portalForm'),
  resetPassword: () => import('#schemas/ownForms/resetPassword.json?portalForm'),
  secondFactor: () => import('#schemas/ownForms/secondFactor.json?portalForm'),
  support: () => import('#schemas/ownForms/support.json?portalForm'),
} satisfies Record<string, () => Promise<PortalFormModule>>;

export type PortalFormName = keyof typeof loaders;

/** Loads forms with their compiled rules and views. */
export const portalForms = createOutcomes<PortalFormName, PortalFormModule>(async (name) => {
  const module = await loaders[name]();
  await loadViews(listElements(module.content), portalRegistry);
  return module;
});
