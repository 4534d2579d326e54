import { styled } from '@linaria/react';
import { FormattedMessage } from 'react-intl';
import type { OtherDetails } from '#schemas/access/ownDetails.ts';
import { useGetOwnDetailsQuery } from '#src/api/access/ownDetails.ts';
import { SectionHeader, sectionClass } from './Section.tsx';

const Firm = styled.div`
  overflow-wrap: anywhere;
  &:not(:last-child) {
    margin-bottom: var(--s-4);
  }
  dl {
    display: grid;
    grid-template-columns: minmax(6rem, max-content) minmax(0, 1fr);
    gap: var(--s-1) var(--s-4);
    margin-top: var(--s-1);
  }
  dt {
    color: var(--muted);
    font-size: var(--text-sm);
  }
`;

const labels = {
  salutation: 'settings.others.salutation',
  firstName: 'settings.others.firstName',
  lastName: 'settings.others.lastName',
  language: 'settings.others.language',
  email: 'settings.contact.email',
  mobile: 'settings.contact.mobile',
} as const;
type Name = keyof typeof labels;
const names = Object.keys(labels) as Name[];
const languageNames = { de: 'Deutsch', en: 'English' } as const;

/** Details that a provider has written of the user otherwise; empty while all are the same. */
export function OtherDetailsSection({ userId }: { userId: string }) {
  const { data } = useGetOwnDetailsQuery({ params: { userId } });
  if (!data || data.others.length === 0) return null;
  return (
    <section className={sectionClass}>
      <SectionHeader title={<FormattedMessage id="settings.others.title" />}>
        <FormattedMessage id="settings.others.text" />
      </SectionHeader>
      <div>
        {data.others.map(({ accountId, accountName, differing }) => (
          <Firm key={accountId}>
            <b>{accountName}</b>
            <dl>
              {names
                .filter((name) => differing[name] !== undefined)
                .map((name) => (
                  <Detail key={name} name={name} differing={differing} />
                ))}
            </dl>
          </Firm>
        ))}
      </div>
    </section>
  );
}

function Detail({ name, differing }: { name: Name; differing: OtherDetails['differing'] }) {
  const value = differing[name];
  return (
    <>
      <dt>
        <FormattedMessage id={labels[name]} />
      </dt>
      <dd>
        {name === 'language' && differing.language
          ? languageNames[differing.language]
          : value || <FormattedMessage id="settings.contact.none" />}
      </dd>
    </>
  );
}
