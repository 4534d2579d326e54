import { listElements, type FormContent } from '#schemas/forms/forms.ts';
import { clientLimits } from '#schemas/platform/limits.ts';
import type { ValidatorModule } from '#src/engine/react/context/formEngine.ts';
import { loadViews } from '#src/engine/react/context/loadViews.ts';
import { portalRegistry } from '#widgets/portalRegistry.ts';

type PortalFormModule = ValidatorModule & { content: FormContent };

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

const loads = new Map<PortalFormName, Promise<PortalFormModule>>();
const loaded = new Map<PortalFormName, PortalFormModule>();

async function load(name: PortalFormName): Promise<PortalFormModule> {
  const module = await loaders[name]();
  await loadViews(listElements(module.content), portalRegistry);
  loaded.set(name, module);
  return module;
}

/** Returns a form that has loaded, so that it renders without suspending. */
export const getPortalForm = (name: PortalFormName): PortalFormModule | undefined =>
  loaded.get(name);

/**
 * Loads a form with its compiled rules and views once. A failure is kept for a moment, so that the
 * render that React repeats throws it instead of loading again without end.
 */
export function loadPortalForm(name: PortalFormName): Promise<PortalFormModule> {
  const known = loads.get(name);
  if (known) return known;
  const started = load(name);
  loads.set(name, started);
  started.catch(() => setTimeout(() => loads.delete(name), clientLimits.failedLoadMs));
  return started;
}
