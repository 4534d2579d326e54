import type { FormVisibility, ProviderForm } from './providerForms.ts';

/** Returns true while a visitor may start the form by its link. */
export const isOpenToVisitors = ({
  state,
  visibility,
}: {
  state: ProviderForm['state'];
  visibility: FormVisibility;
}): boolean => state === 'published' && visibility !== 'internal';
