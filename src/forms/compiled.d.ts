/** A form of schemas/ownForms with its compiled rules (tools/vite/compiledPortalForms.ts). */
declare module '*.json?portalForm' {
  import type { FormContent } from '#schemas/forms/forms.ts';
  import type { ValidatorModule } from '#src/engine/react/context/formEngine.ts';

  export const content: FormContent;
  export const schema: ValidatorModule['schema'];
  export const createValidators: ValidatorModule['createValidators'];
}
