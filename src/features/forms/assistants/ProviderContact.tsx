import { FormattedMessage } from 'react-intl';
import type { FormProvider } from '#schemas/forms/assistants.ts';
import { OpeningHours } from '#src/forms/OpeningHours.tsx';
import { formatSender } from '#src/forms/formatSender.ts';
import { parseWebAddress } from '#src/routing/parseWebAddress.ts';
import { PhoneLink } from '#src/forms/PhoneLink.tsx';

type ProviderContactProps = { name: string; contact: FormProvider['contact'] };

/** Telephone, opening hours, address and website of a form's provider. */
export function ProviderContact({ name, contact }: ProviderContactProps) {
  const website = parseWebAddress(contact.website);
  return (
    <>
      {contact.contact && (
        <p>
          <FormattedMessage
            id="closed.ask"
            values={{ phone: <PhoneLink key="phone" phone={contact.contact} size={18} /> }}
          />
        </p>
      )}
      <OpeningHours hours={contact.openingHours} />
      <p>{formatSender(name, contact)}</p>
      {website && (
        <p>
          <a href={website.href} rel="noreferrer">
            {website.host}
          </a>
        </p>
      )}
    </>
  );
}
