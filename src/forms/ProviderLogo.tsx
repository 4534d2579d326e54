import type { ComponentProps } from 'react';
import { getInitials } from '#schemas/accounts/looks.rules.ts';
import { Logo, Mark } from '#src/ui/Logo.tsx';

export const ProviderLogo = (props: Omit<ComponentProps<typeof Logo>, 'letters'>) => (
  <Logo {...props} letters={getInitials(props.name)} />
);

/** A provider's initials, for small spaces. */
export const ProviderLetters = ({ name }: { name: string }) => (
  <Mark src={null} letters={getInitials(name)} />
);
