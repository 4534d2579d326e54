/** A form of schemas/portal with its compiled rules; vite.config.ts makes it when the app is built. */
declare module '*.json?portalForm' {
  import type { FormContent } from '#schemas/forms.ts';
  import type { ValidatorModule } from '#src/engine/react/formEngine.ts';

  export const content: FormContent;
  export const schema: ValidatorModule['schema'];
  export const createValidators: ValidatorModule['createValidators'];
}
