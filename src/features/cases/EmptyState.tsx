import { styled } from '@linaria/react';
import type { ReactNode } from 'react';
import type { Icon } from '#src/ui/makeIcon.ts';

const Box = styled.div`
  display: grid;
  place-content: center;
  justify-items: center;
  gap: var(--s-3);
  padding: var(--s-8) var(--s-5);
  color: var(--muted);
  text-align: center;
`;

/** Empty state of a view. */
export function EmptyState({ icon: Icon, children }: { icon: Icon; children: ReactNode }) {
  return (
    <Box>
      <Icon size={40} aria-hidden />
      <p>{children}</p>
    </Box>
  );
}
