import { Suspense } from 'react';
import { FormattedMessage } from 'react-intl';
import { localize } from '#schemas/platform/common.ts';
import type { DetailsChange, OwnDetails } from '#schemas/access/ownDetails.ts';
import { userSessions } from '#src/api/client/userSessions.ts';
import { useChangeOwnDetailsMutation, useGetOwnDetailsQuery } from '#src/api/access/ownDetails.ts';
import { Failure, Loading } from '#src/forms/Failure.tsx';
import { PortalForm } from '#src/forms/PortalForm.tsx';
import { useShownLanguage } from '#src/locale/useShownLanguage.ts';
import { toast } from '#src/ui/toast.ts';
import { SectionHeader, sectionClass } from './Section.tsx';

/** Height of the form below its title, as wide as a section. */
const formHeight = '30rem';

/** The user's name and the language of their mails. */
export function DetailsSection({ userId }: { userId: string }) {
  const { data, error, refetch } = useGetOwnDetailsQuery(
    { params: { userId } },
    { refetchOnMountOrArgChange: true },
  );
  const waiting = (
    <>
      <SectionHeader title={<FormattedMessage id="settings.details.title" />} />
      <div>
        {error && !data ? (
          <Failure error={error} retry={refetch} />
        ) : (
          <Loading height={formHeight} />
        )}
      </div>
    </>
  );
  return (
    <section className={sectionClass}>
      {data ? (
        <Suspense fallback={waiting}>
          <DetailsForm userId={userId} details={data} />
        </Suspense>
      ) : (
        waiting
      )}
    </section>
  );
}

/** Returns answers without empty fields, which are no answers. */
const toAnswers = ({ salutation, firstName, lastName, language }: OwnDetails) => ({
  ...(salutation === '' ? {} : { salutation }),
  ...(firstName === '' ? {} : { firstName }),
  lastName,
  language,
});

function DetailsForm({ userId, details }: { userId: string; details: OwnDetails }) {
  const language = useShownLanguage();
  const [change] = useChangeOwnDetailsMutation();

  async function handleSubmit(given: Record<string, unknown>) {
    // the form has no other elements; an empty one is no answer
    const body = { salutation: '', firstName: '', ...given } as DetailsChange;
    const { user } = await change({ params: { userId }, body }).unwrap();
    userSessions.update('registered', user);
    toast({ level: 'success', text: { id: 'settings.details.saved' } });
  }

  return (
    <PortalForm
      name="ownDetails"
      initial={toAnswers(details)}
      submitIcon={null}
      onSubmit={handleSubmit}
      header={({ title, description }) => (
        <SectionHeader title={localize(title, language)}>
          {description && localize(description, language)}
        </SectionHeader>
      )}
    />
  );
}
