import { styled } from '@linaria/react';
import type { ReactNode } from 'react';
import { useIntl } from 'react-intl';
import { usePageTitle } from '#src/routing/usePageTitle.ts';

const Head = styled.header`
  display: grid;
  gap: var(--s-4);
  margin-bottom: var(--s-6);
  > p {
    color: var(--muted);
    overflow-wrap: anywhere;
    b {
      color: var(--text);
    }
  }
`;

/** Heading of a step. */
export function FormTitle({ title, children }: { title: string; children?: ReactNode }) {
  const intl = useIntl();
  usePageTitle(`${title} – ${intl.formatMessage({ id: 'registration.title' })}`);
  return (
    <Head>
      <h1 tabIndex={-1}>{title}</h1>
      {children}
    </Head>
  );
}
