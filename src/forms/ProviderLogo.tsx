import type { ComponentProps } from 'react';
import { firstLetters } from '#schemas/looks.rules.ts';
import { Logo, Mark } from '#src/ui/Logo.tsx';

/** A provider's logo with its name. */
export const ProviderLogo = (props: Omit<ComponentProps<typeof Logo>, 'letters'>) => (
  <Logo {...props} letters={firstLetters(props.name)} />
);

/** A provider's first letters, where there is no room for a logo. */
export const ProviderLetters = ({ name }: { name: string }) => (
  <Mark src={null} letters={firstLetters(name)} />
);
