import { styled } from '@linaria/react';
import type { ReactNode } from 'react';

const Head = styled.header`
  display: grid; gap: var(--s-4); margin-bottom: var(--s-6);
  > p { color: var(--muted); b { color: var(--text); } }
`;

/** What a step asks for, above its form. */
export const FormTitle = ({ title, children }: { title: string; children: ReactNode }) => <Head><h1 tabIndex={-1}>{title}</h1>{children}</Head>;
