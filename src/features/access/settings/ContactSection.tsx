import { useState } from 'react';
import { FormattedMessage, useIntl } from 'react-intl';
import type { OwnDetails } from '#schemas/access/ownDetails.ts';
import { useGetOwnDetailsQuery } from '#src/api/access/ownDetails.ts';
import { Failure, Loading } from '#src/forms/Failure.tsx';
import { Button } from '#src/ui/Button.tsx';
import { DeviceMobile } from '#src/ui/icons.ts';
import { EnvelopeSimpleOpen } from '#src/ui/portalIcons.ts';
import { toast } from '#src/ui/toast.ts';
import { ContactDialog, type ContactKind } from './ContactDialog.tsx';
import { IconEntryList } from './entryLists.ts';
import { SectionHeader, sectionClass } from './Section.tsx';
import { useHeadingFocus } from './useHeadingFocus.ts';

const rows = {
  email: {
    Icon: EnvelopeSimpleOpen,
    label: 'settings.contact.email',
    saved: 'settings.contact.email.saved',
  },
  mobile: {
    Icon: DeviceMobile,
    label: 'settings.contact.mobile',
    saved: 'settings.contact.mobile.saved',
  },
} as const;

/** The user's e-mail address and mobile number. A code confirms a new one. */
export function ContactSection({ userId }: { userId: string }) {
  const { data, error, refetch } = useGetOwnDetailsQuery({ params: { userId } });
  const [changed, setChanged] = useState<ContactKind>();
  const { heading, focusHeading } = useHeadingFocus();

  function finish(kind: ContactKind) {
    setChanged(undefined);
    toast({ level: 'success', text: { id: rows[kind].saved } });
    focusHeading();
  }

  return (
    <section className={sectionClass}>
      <SectionHeader heading={heading} title={<FormattedMessage id="settings.contact.title" />}>
        <FormattedMessage id="settings.contact.text" />
      </SectionHeader>
      <div>
        {data ? (
          <IconEntryList>
            <ContactRow kind="email" details={data} onChange={setChanged} />
            <ContactRow kind="mobile" details={data} onChange={setChanged} />
          </IconEntryList>
        ) : error ? (
          <Failure error={error} retry={refetch} />
        ) : (
          <Loading />
        )}
      </div>
      {data && changed && (
        <ContactDialog
          kind={changed}
          userId={userId}
          waiting={data.waiting[changed]}
          onDone={() => finish(changed)}
          onClose={() => setChanged(undefined)}
        />
      )}
    </section>
  );
}

function ContactRow({
  kind,
  details: { waiting, isSmsAvailable, ...details },
  onChange,
}: {
  kind: ContactKind;
  details: OwnDetails;
  onChange: (kind: ContactKind) => void;
}) {
  const intl = useIntl();
  const { Icon, label } = rows[kind];
  const name = intl.formatMessage({ id: label });
  const isFixed = kind === 'mobile' && !isSmsAvailable;
  return (
    <li>
      <Icon size={24} aria-hidden />
      <div>
        <small>{name}</small>
        <b>{details[kind] ?? <FormattedMessage id="settings.contact.none" />}</b>
        {waiting[kind] && (
          <small>
            <FormattedMessage
              id="settings.contact.waiting"
              values={{ value: waiting[kind].value }}
            />
          </small>
        )}
        {isFixed && (
          <small>
            <FormattedMessage id="settings.contact.noSms" />
          </small>
        )}
      </div>
      {!isFixed && (
        <Button
          variant="ghost"
          aria-label={intl.formatMessage(
            { id: waiting[kind] ? 'settings.contact.enterOneCode' : 'settings.contact.changeOne' },
            { name },
          )}
          onClick={() => onChange(kind)}
        >
          <FormattedMessage
            id={waiting[kind] ? 'settings.contact.enterCode' : 'settings.contact.change'}
          />
        </Button>
      )}
    </li>
  );
}
