import { elementsOf, type FormContent } from '#schemas/forms.ts';
import type { ValidatorModule } from '#src/engine/react/formEngine.ts';
import { loadViews } from '#src/engine/react/loadViews.ts';
import { portalRegistry } from '#widgets/portalRegistry.ts';

type PortalFormModule = ValidatorModule & { content: FormContent };

/** The portal's own forms (decisions.md, Portal forms), each loaded when it is shown. */
const loaders = {
  activation: () => import('#schemas/portal/activation.json?portalForm'),
  addPasskey: () => import('#schemas/portal/addPasskey.json?portalForm'),
  changePassword: () => import('#schemas/portal/changePassword.json?portalForm'),
  confirmPassword: () => import('#schemas/portal/confirmPassword.json?portalForm'),
  enterPin: () => import('#schemas/portal/enterPin.json?portalForm'),
  forgotPassword: () => import('#schemas/portal/forgotPassword.json?portalForm'),
  forgotUsername: () => import('#schemas/portal/forgotUsername.json?portalForm'),
  language: () => import('#schemas/portal/language.json?portalForm'),
  login: () => import('#schemas/portal/login.json?portalForm'),
  newMessage: () => import('#schemas/portal/newMessage.json?portalForm'),
  profilePicture: () => import('#schemas/portal/profilePicture.json?portalForm'),
  recoveryCode: () => import('#schemas/portal/recoveryCode.json?portalForm'),
  registrationPassword: () => import('#schemas/portal/registrationPassword.json?portalForm'),
  registrationUsername: () => import('#schemas/portal/registrationUsername.json?portalForm'),
  resetPassword: () => import('#schemas/portal/resetPassword.json?portalForm'),
  secondFactor: () => import('#schemas/portal/secondFactor.json?portalForm'),
  support: () => import('#schemas/portal/support.json?portalForm'),
} satisfies Record<string, () => Promise<PortalFormModule>>;

export type PortalFormName = keyof typeof loaders;

const loads = new Map<PortalFormName, Promise<PortalFormModule>>();

async function load(name: PortalFormName): Promise<PortalFormModule> {
  const module = await loaders[name]();
  await loadViews(elementsOf(module.content), portalRegistry);
  return module;
}

/** A portal form with its compiled rules and the views it is drawn with, loaded once; after a failure whoever asks next tries again. */
export function loadPortalForm(name: PortalFormName): Promise<PortalFormModule> {
  const started = loads.get(name) ?? load(name);
  loads.set(name, started);
  started.catch(() => loads.delete(name));
  return started;
}
