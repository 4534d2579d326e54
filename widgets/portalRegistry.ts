import { createRegistry } from '#src/engine/core/registry.ts';
import { email } from './email/element.ts';
import { language } from './language/element.ts';
import { newpassword } from './newpassword/element.ts';
import { password } from './password/element.ts';
import { picture } from './picture/element.ts';
import { pin } from './pin/element.ts';
import { elementTypes } from './registry.ts';
import { username } from './username/element.ts';

/** Element types of the portal's own forms. Separate, so that providers' forms do not load them. */
export const portalTypes = [email, username, password, newpassword, pin, picture, language];

export const portalRegistry = createRegistry([...elementTypes, ...portalTypes]);
