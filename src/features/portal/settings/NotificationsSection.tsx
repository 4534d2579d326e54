import { FormattedMessage } from 'react-intl';
import { localize } from '#schemas/platform/common.ts';
import type { NotificationKind, NotificationSettings } from '#schemas/mail/notifications.ts';
import { useListAccountsQuery } from '#src/api/accounts/accounts.ts';
import {
  useGetNotificationSettingsQuery,
  useSetNotificationSettingsMutation,
} from '#src/api/mail/notifications.ts';
import { Failure, Loading } from '#src/forms/Failure.tsx';
import { PortalForm } from '#src/forms/PortalForm.tsx';
import { useShownLanguage } from '#src/locale/useShownLanguage.ts';
import { SectionHeader, sectionClass } from '#src/features/access/settings/Section.tsx';
import { toast } from '#src/ui/toast.ts';

type Firm = { id: string; name: string };

/** Sections about the mails of each account that the client has activated. */
export function NotificationsSections() {
  const { data, error, refetch } = useListAccountsQuery();
  if (error && !data) return <Failure error={error} retry={refetch} />;
  if (!data) return <Loading />;
  return data.accounts
    .filter(({ isActivated }) => isActivated)
    .map(({ id, name }) => <NotificationsSection key={id} firm={{ id, name }} />);
}

function NotificationsSection({ firm }: { firm: Firm }) {
  const { data, error, refetch } = useGetNotificationSettingsQuery({ params: { acc: firm.id } });
  return (
    <section className={sectionClass}>
      {data ? <SettingsForm firm={firm} settings={data} /> : <Waiting {...{ error, refetch }} />}
    </section>
  );
}

/** The heading while the settings are loaded, or could not be. */
function Waiting({ error, refetch }: { error: unknown; refetch: () => unknown }) {
  return (
    <>
      <SectionHeader title={<FormattedMessage id="settings.notifications.title" />} />
      <div>{error ? <Failure error={error} retry={refetch} /> : <Loading />}</div>
    </>
  );
}

const toAnswers = ({ kinds, dailyAt }: NotificationSettings) => ({
  ...(kinds.length > 0 ? { kinds } : {}),
  rhythm: dailyAt === null ? 'soon' : 'daily',
  ...(dailyAt === null ? {} : { dailyAt }),
});

function SettingsForm({ firm, settings }: { firm: Firm; settings: NotificationSettings }) {
  const language = useShownLanguage();
  const [save] = useSetNotificationSettingsMutation();

  async function handleSubmit({ kinds, rhythm, dailyAt }: Record<string, unknown>) {
    const body = {
      kinds: (kinds ?? []) as NotificationKind[], // the form offers no other values
      dailyAt: rhythm === 'daily' ? String(dailyAt) : null,
    };
    await save({ params: { acc: firm.id }, body }).unwrap();
    toast({
      level: 'success',
      text: { id: 'settings.notifications.saved', values: { name: firm.name } },
    });
  }

  return (
    <PortalForm
      name="notifications"
      initial={toAnswers(settings)}
      onSubmit={handleSubmit}
      header={({ title }) => (
        <SectionHeader title={localize(title, language)}>
          <FormattedMessage id="settings.notifications.text" values={{ name: firm.name }} />
        </SectionHeader>
      )}
    />
  );
}
